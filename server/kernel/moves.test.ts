import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { authenticationMoves } from '../cards/authentication/queries.ts'
import { transactionMoves } from '../cards/transaction/transaction.ts'
import { operationMoves } from '../ledger/operation.ts'
import { finalStates, type Moves, move, statesThatAccept } from './moves.ts'

const machines: [name: string, moves: Moves<string, string>, start: string, finals: string[]][] = [
  ['card transaction', transactionMoves, 'PENDING', ['FAILED', 'CANCELLED', 'EXPIRED', 'REFUNDED', 'VOIDED']],
  ['authentication', authenticationMoves, 'set_up', ['failed', 'abandoned']],
  ['operation', operationMoves, 'intent', ['confirmed', 'declined', 'undone']],
]

function reachable(moves: Moves<string, string>, start: string): Set<string> {
  const seen = new Set([start])
  for (const state of seen) for (const next of Object.values(moves[state] ?? {})) if (next) seen.add(next)
  return seen
}

describe.each(machines)('the state machine of a %s', (_name, moves, start, finals) => {
  test('the state machine reaches every state from its start', () => {
    assert.deepEqual([...reachable(moves, start)].sort(), Object.keys(moves).sort())
  })

  test('the state machine has exactly the expected final states', () => {
    assert.deepEqual(finalStates(moves).sort(), [...finals].sort())
  })
})

test('only an inquiry that finds nothing allows a second attempt after an unknown outcome', () => {
  const { never_arrived, ...others } = operationMoves.unknown
  assert.equal(never_arrived, 'intent')
  assert.deepEqual(
    reachable({ ...operationMoves, unknown: others }, 'unknown'),
    new Set(['unknown', 'confirmed', 'declined', 'undoing', 'undone']),
  )
  assert.deepEqual(reachable(operationMoves, 'undoing'), new Set(['undoing', 'undone']))
})

test('a completed card transaction never becomes a success', () => {
  for (const status of ['FAILED', 'CANCELLED', 'EXPIRED', 'VOIDED', 'REFUNDED'] as const) {
    assert.equal(move(transactionMoves, status, 'charged'), undefined)
  }
  assert.deepEqual(statesThatAccept(transactionMoves, 'charged'), ['PENDING'])
})
