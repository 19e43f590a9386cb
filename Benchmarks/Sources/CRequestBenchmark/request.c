// Part of Strata.
// SPDX-License-Identifier: MIT

#define _GNU_SOURCE
#include "request_benchmark.h"
#include <curl/curl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

static char *answer;
static size_t answer_length;

static void *serve_connection(void *context) {
  int client = (int)(intptr_t)context, yes = 1;
  setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  char buffer[8192];
  size_t held = 0;
  while (held < sizeof buffer - 1) {
    ssize_t count = recv(client, buffer + held, sizeof buffer - 1 - held, 0);
    if (count <= 0) break;
    held += (size_t)count;
    buffer[held] = 0;
    if (!strstr(buffer, "\r\n\r\n")) continue;
    held = 0;
    if (send(client, answer, answer_length, MSG_NOSIGNAL) < 0) break;
  }
  close(client);
  return NULL;
}

uint16_t strata_benchmark_serve(const char *body) {
  answer_length = (size_t)asprintf(
      &answer, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s", strlen(body), body);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(listener, (struct sockaddr *)&address, length) || listen(listener, 256) ||
      getsockname(listener, (struct sockaddr *)&address, &length))
    return 0;
  pid_t parent = getpid();
  if (fork() == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(0);
    for (;;) {
      int client = accept(listener, NULL, NULL);
      pthread_t thread;
      if (client >= 0 && !pthread_create(&thread, NULL, serve_connection, (void *)(intptr_t)client))
        pthread_detach(thread);
    }
  }
  close(listener);
  return ntohs(address.sin_port);
}

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
  (void)bytes;
  *(int64_t *)context += (int64_t)(size * count);
  return size * count;
}

static CURL *made(const char *url, int64_t *received) {
  CURL *easy = curl_easy_init();
  curl_easy_setopt(easy, CURLOPT_URL, url);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, received);
  return easy;
}

int64_t strata_benchmark_get(const char *url, int count) {
  int64_t received = 0;
  CURL *easy = made(url, &received);
  for (int i = 0; i < count; i++)
    if (curl_easy_perform(easy) != CURLE_OK) break;
  curl_easy_cleanup(easy);
  return received;
}

/// Runs `count` requests, `width` at once, each handle again and again; tells of each that has ended.
static void run_at_once(
    CURL **handles, int count, int width, void (*ended)(CURL *easy, CURLcode code, void *context), void *context) {
  int started = width < count ? width : count, open = started, running = 0, left = 0;
  CURLM *multi = curl_multi_init();
  for (int i = 0; i < started; i++) curl_multi_add_handle(multi, handles[i]);
  while (open > 0) {
    curl_multi_perform(multi, &running);
    for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));) {
      CURL *easy = message->easy_handle;
      ended(easy, message->data.result, context);
      curl_multi_remove_handle(multi, easy);
      if (started < count) {
        started++;
        curl_multi_add_handle(multi, easy);
      } else {
        open--;
      }
    }
    if (open > 0) curl_multi_poll(multi, NULL, 0, 1000, NULL);
  }
  for (int i = 0; i < width; i++) curl_easy_cleanup(handles[i]);
  curl_multi_cleanup(multi);
}

static void ignore(CURL *easy, CURLcode code, void *context) { (void)easy, (void)code, (void)context; }

int64_t strata_benchmark_get_at_once(const char *url, int count, int width) {
  int64_t received = 0;
  CURL **handles = calloc((size_t)width, sizeof *handles);
  for (int i = 0; i < width; i++) handles[i] = made(url, &received);
  run_at_once(handles, count, width, ignore, NULL);
  free(handles);
  return received;
}

struct answer {
  char bytes[16384];
  size_t length;
};

static size_t keep(char *bytes, size_t size, size_t count, void *context) {
  struct answer *answer = context;
  if (answer->length + size * count > sizeof answer->bytes) return 0;
  memcpy(answer->bytes + answer->length, bytes, size * count);
  answer->length += size * count;
  return size * count;
}

struct decoding {
  bool (*decode)(const char *bytes, long length);
  int64_t done;
};

static void decode(CURL *easy, CURLcode code, void *context) {
  struct decoding *decoding = context;
  struct answer *answer = NULL;
  curl_easy_getinfo(easy, CURLINFO_PRIVATE, &answer);
  if (code == CURLE_OK && decoding->decode(answer->bytes, (long)answer->length)) decoding->done++;
  answer->length = 0;
}

int64_t strata_benchmark_get_each(
    const char *url, int count, int width, bool (*taken)(const char *bytes, long length)) {
  CURL **handles = calloc((size_t)width, sizeof *handles);
  struct answer *answers = calloc((size_t)width, sizeof *answers);
  struct decoding decoding = {taken, 0};
  for (int i = 0; i < width; i++) {
    handles[i] = made(url, NULL);
    curl_easy_setopt(handles[i], CURLOPT_WRITEFUNCTION, keep);
    curl_easy_setopt(handles[i], CURLOPT_WRITEDATA, &answers[i]);
    curl_easy_setopt(handles[i], CURLOPT_PRIVATE, &answers[i]);
  }
  run_at_once(handles, count, width, decode, &decoding);
  free(handles);
  free(answers);
  return decoding.done;
}
