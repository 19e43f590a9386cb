// Part of Strata.
// SPDX-License-Identifier: MIT

import FaultServer
import Foundation
import StrataRequest
import Testing

/// Every sentence of the contract on every transport.
@Suite(.timeLimit(.minutes(2)))
struct ContractTests {
  @Test(arguments: ContractCase.all)
  func curlKeepsTheContract(sentence: ContractCase) async throws { try await sentence.run(CurlTransport()) }

  @Test(arguments: ContractCase.all.filter { sessionExceptions[$0.name] == nil })
  func sessionKeepsTheContract(sentence: ContractCase) async throws { try await sentence.run(URLSessionTransport()) }

  /// In a child process, because some end it. An exception that no longer holds is to be taken off the list.
  @Test(arguments: ContractCase.all.filter { sessionExceptions[$0.name] != nil })
  func sessionBreaksTheContractWhereTheListSaysSo(sentence: ContractCase) async throws {
    await #expect(processExitsWith: .failure, "\(sentence) holds: take it off the list") {
      [name = sentence.name as String] in
      do { try await ContractCase.named(name)?.run(URLSessionTransport()) } catch { exit(1) }
    }
  }

  @Test func everyExceptionNamesASentence() {
    let names = Set(ContractCase.all.map(\.name))
    #expect(names.count == ContractCase.all.count)
    #expect(Set(sessionExceptions.keys).subtracting(names).isEmpty)
  }
}
