// The webhooks of the document: what we send, with which headers, and what of an answer counts.
import type { z } from 'zod'
import type { JsonSchema, Schemas } from './schemas.ts'

export type WebhookEvent = Readonly<{
  /** Its name in the document. */
  name: string
  summary: string
  description: string
  signed: boolean
  body: z.ZodType
}>

const howToVerify = `\`t=<Unix seconds>,v1=<hex>\`: HMAC-SHA256, keyed with the callback secret (\`whsec_…\`, as text), over the
text of \`t\` and right behind it the body to the byte. Compute it over the bytes received, compare in constant time, and
refuse a \`t\` that is more than a few minutes old.`

const howToVerifyByStandard = `For libraries of Standard Webhooks, Svix among them: \`v1,<base64>\`, HMAC-SHA256 keyed with the
callback secret, over \`webhook-id\`, \`webhook-timestamp\` and the body, joined by dots. Give the library the base64 of the
whole secret's text, its \`whsec_\` included.`

const headers: JsonSchema[] = [
  headerOf('X-Service-Event-Id', 'The same for every attempt: handle each id once.', true),
  headerOf('X-Service-Attempt', 'Which attempt this is, from 1.', true),
  headerOf('X-Service-Timestamp', 'When this attempt was made, in Unix seconds.', true),
  headerOf('webhook-id', 'The value of `X-Service-Event-Id`, under the name of Standard Webhooks.', true),
  headerOf(
    'webhook-timestamp',
    'The value of `X-Service-Timestamp`, under the name of Standard Webhooks.',
    true,
  ),
]

const signatures = [
  headerOf('X-Service-Signature', howToVerify, true),
  headerOf('webhook-signature', howToVerifyByStandard, true),
]

function headerOf(name: string, description: string, required: boolean): JsonSchema {
  return { name, in: 'header', required, description, schema: { type: 'string' } }
}

const responses: JsonSchema = {
  '2XX': { description: 'Delivered. The body of the answer is not read.' },
  '4XX': { description: 'Refused for good: it is not sent again. 429 is, after the time it asks for.' },
  '5XX': {
    description:
      'Sent again, as after a redirect, a timeout of 15 seconds, or no answer at all: 13 attempts over 76 hours.',
  },
}

/** What is posted to a merchant, by name of the event. @param verb begins the name of each operation. */
export function renderEvents(
  events: readonly WebhookEvent[],
  schemas: Schemas,
  verb: 'receive' | 'registered',
): Record<string, JsonSchema> {
  return Object.fromEntries(
    events.map(({ name, summary, description, signed, body }) => [
      name,
      {
        post: {
          operationId: `${verb}${name}`,
          summary,
          description,
          tags: ['Webhooks'],
          security: [],
          parameters: signed ? [...headers, ...signatures] : headers,
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: schemas.of(body, 'output'), example: schemas.exampleOf(body) },
            },
          },
          responses,
        },
      },
    ]),
  )
}
