// Schemas of error bodies: `{detail}` of card routes, 422 with a list of faults, and errors with a code.
import type { JsonSchema } from './schemas.ts'

export const errorSchemas: Record<string, JsonSchema> = {
  Error: {
    type: 'object',
    description: 'The reason for the refusal.',
    properties: { detail: { type: 'string' } },
    required: ['detail'],
    additionalProperties: false,
  },
  ValidationError: {
    type: 'object',
    description: 'All faults of a request at once. Secrets and card numbers are never echoed.',
    properties: {
      detail: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            type: { type: 'string' },
            loc: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
            msg: { type: 'string' },
            input: { description: 'The value that was sent.' },
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
    description:
      'The reason for the refusal: a code for programs, a message for people, and the fields at fault.',
    properties: {
      status: { type: 'string', enum: ['error'] },
      code: { type: 'string', pattern: '^RMT-\\d{3,4}$' },
      message: { type: 'string' },
      errors: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            field: { type: 'string' },
            message: { type: 'string' },
            rule: { type: 'string', description: 'The limit rule, with RMT-3002.' },
            frees_at: {
              type: ['string', 'null'],
              pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}$',
              description:
                'When the limit allows this transfer, in UTC; null if it is above the limit by itself.',
            },
            confirms: {
              type: 'object',
              additionalProperties: { type: 'string' },
              description: 'The act that a step-up must confirm, with RMT-1025: send it as `confirms`.',
            },
            quote: { $ref: '#/components/schemas/QuoteData', description: 'A new quote, with RMT-1031.' },
          },
          required: ['field', 'message'],
          additionalProperties: false,
        },
      },
    },
    required: ['status', 'code', 'message'],
    additionalProperties: false,
  },
}
