// How errors look, as schemas: those of cards, those of a body that is wrong, and those with a code.
import type { JsonSchema } from './schemas.ts'

export const errorSchemas: Record<string, JsonSchema> = {
  Error: {
    type: 'object',
    description: 'What was refused, in words.',
    properties: { detail: { type: 'string' } },
    required: ['detail'],
    additionalProperties: false,
  },
  WrongShape: {
    type: 'object',
    description: 'Every fault of a request at once. Secrets and card numbers are never said again.',
    properties: {
      detail: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            type: { type: 'string' },
            loc: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
            msg: { type: 'string' },
            input: { description: 'What was sent there.' },
          },
          required: ['type', 'loc', 'msg', 'input'],
          additionalProperties: false,
        },
      },
    },
    required: ['detail'],
    additionalProperties: false,
  },
  CodedError: {
    type: 'object',
    description: 'What was refused: a code for programs, words for people, and which fields are at fault.',
    properties: {
      status: { type: 'string', enum: ['error'] },
      code: { type: 'string', pattern: '^RMT-\\d{3,4}$' },
      message: { type: 'string' },
      errors: {
        type: 'array',
        items: {
          type: 'object',
          properties: { field: { type: 'string' }, message: { type: 'string' } },
          required: ['field', 'message'],
          additionalProperties: false,
        },
      },
    },
    required: ['status', 'code', 'message'],
    additionalProperties: false,
  },
}
