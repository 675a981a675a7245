import { expect, test } from 'vitest'
import { webTypes } from './web-types.ts'

const typesOf = (schemas: object) =>
  webTypes(JSON.stringify({ components: { schemas } }))
    .split('\n')
    .slice(2)

test('a schema becomes a type with its optional, nullable and listed members', () => {
  const schema = {
    type: 'object',
    properties: {
      amount: { type: ['string', 'null'], pattern: '^\\d+$', description: 'Two decimals.' },
      kind: { type: 'string', enum: ['card', "payer's"] },
      counts: { type: 'array', items: { type: ['integer', 'null'] } },
      by: { anyOf: [{ $ref: '#/components/schemas/Admin' }, { type: 'null' }] },
      'x-more': { type: 'object', additionalProperties: { type: 'boolean' } },
    },
    required: ['amount', 'kind', 'counts', 'by'],
  }
  expect(typesOf({ Admin: {}, Refund: schema })).toEqual([
    'export type Admin = unknown',
    '',
    'export type Refund = {',
    '  /** Two decimals. */',
    '  amount: string | null',
    "  kind: 'card' | 'payer\\'s'",
    '  counts: (number | null)[]',
    '  by: Admin | null',
    "  'x-more'?: Record<string, boolean>",
    '}',
    '',
  ])
})

test('a schema with an unsupported keyword is refused', () => {
  expect(() => typesOf({ Both: { oneOf: [] } })).toThrow('oneOf')
})
