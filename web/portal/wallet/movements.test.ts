import { expect, test } from 'vitest'
import type { WalletLine } from '../api-types.ts'
import { movementsOf } from './movements.ts'

let id = 100
const line = (kind: WalletLine['kind'], amount: number, balance_after: number, transfer?: string) =>
  ({
    id: String(id--),
    at: '2026-11-21T10:00:00.000000',
    kind,
    amount,
    balance_after,
    reference: transfer ?? null,
    transaction_id: transfer ?? null,
  }) satisfies WalletLine

const rowsOf = (lines: WalletLine[]) =>
  movementsOf(lines).map(({ lines: { length }, kind, amount, balance }) => [kind, amount, balance, length])

test('a transfer that was paid is one row of the wallet, with its fee and without its reservation', () => {
  const lines = [
    line('FEE', -0.1, 7.7, 'A'),
    line('DEBIT', -2.2, 7.8, 'A'),
    line('RELEASE', 2.3, 10, 'A'),
    line('RESERVE', -1, 7.7, 'B'),
    line('RESERVE', -2.3, 8.7, 'A'),
    line('TOPUP', 11, 11),
  ]
  expect(rowsOf(lines)).toEqual([
    ['DEBIT', -2.3, 7.7, 4],
    ['RESERVE', -1, 7.7, 1],
    ['TOPUP', 11, 11, 1],
  ])
})

test('a transfer that failed or was reversed has no amount, because the wallet is as it was', () => {
  expect(rowsOf([line('RELEASE', 1, 10, 'A'), line('RESERVE', -1, 9, 'A')])).toEqual([
    ['RELEASE', null, 10, 2],
  ])
  expect(
    rowsOf([
      line('REVERSAL', 1, 10, 'A'),
      line('DEBIT', -1, 9, 'A'),
      line('RELEASE', 1, 10, 'A'),
      line('RESERVE', -1, 9, 'A'),
    ]),
  ).toEqual([['REVERSAL', null, 10, 4]])
})

test('a transfer whose reservation is on an older page of the wallet has its full amount', () => {
  expect(rowsOf([line('DEBIT', -2, 8, 'A'), line('RELEASE', 2, 10, 'A')])).toEqual([['DEBIT', -2, 8, 2]])
})
