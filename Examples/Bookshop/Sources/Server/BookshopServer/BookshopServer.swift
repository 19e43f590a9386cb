// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopServerKit
import Foundation

@main
enum BookshopServer {
  static func main() {
    let options: ShopOptions
    do throws(FlagError) {
      options = try ShopOptions(flags: Array(CommandLine.arguments.dropFirst()))
    } catch { end("\(error) Try --help.", status: EX_USAGE) }
    if options.wantsHelp { return print(ShopOptions.help) }

    // Before the first thread is made, so that every thread leaves the signals to `sigwait`; the shell may have had
    // them ignored for a program in the background.
    signal(SIGPIPE, SIG_IGN)
    for number in [SIGTERM, SIGINT] { signal(number, SIG_DFL) }
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_BLOCK, &signals, nil)

    let server: ShopServer
    do throws(ShopError) { server = try ShopServer(options) } catch { end("\(error)", status: EX_UNAVAILABLE) }
    print("Bookshop server listening on \(server.url)")
    fflush(nil)
    if options.exitsWithParent { stopWhenInputEnds() }
    var received: Int32 = 0
    sigwait(&signals, &received)
    server.stop()
  }

  /// A pipe ends with the process that holds its other end, however that dies.
  private static func stopWhenInputEnds() {
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while read(STDIN_FILENO, &byte, 1) > 0 {}
      kill(getpid(), SIGTERM)
    }
  }

  private static func end(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("BookshopServer: \(message)\n".utf8))
    exit(status)
  }
}
