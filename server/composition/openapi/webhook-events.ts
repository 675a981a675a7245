// Renders the webhooks in the API document: their bodies and headers, and how responses to them are handled.
import type { z } from 'zod'
import type { JsonSchema, Schemas } from './schemas.ts'

export type WebhookEvent = Readonly<{
  /** The event's name in the document. */
  name: string
  summary: string
  description: string
  signed: boolean
  /** Headers that only some deliveries have, with what they say. */
  optionalHeaders?: Readonly<Record<string, string>>
  body: z.ZodType
}>

const howToVerify = `\`t=<Unix seconds>,v1=<hex>\`: HMAC-SHA256, keyed with the webhook secret (\`whsec_…\`, as text), over the
text of \`t\` directly followed by the exact body. Compute it over the bytes received, compare in constant time, and
refuse a \`t\` that is more than a few minutes old.`

const howToVerifyByStandard = `For libraries of Standard Webhooks, Svix among them: \`v1,<base64>\`, HMAC-SHA256 keyed with the
webhook secret, over \`webhook-id\`, \`webhook-timestamp\` and the body, joined by dots. Pass the library the base64 of the
whole secret's text, including \`whsec_\`.`

const headers: JsonSchema[] = [
  headerOf('X-Service-Event-Id', 'The same for every attempt: process each id once.', true),
  headerOf('X-Service-Attempt', 'The number of the attempt, from 1.', true),
  headerOf('X-Service-Replay', '`true` if you asked to resend the webhooks of a time.', false),
  headerOf('X-Service-Timestamp', 'The time of the attempt in Unix seconds.', true),
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
  '2XX': { description: 'Delivered. The response body is ignored.' },
  '4XX': { description: 'Failed: not retried, except 429, which is retried after its `Retry-After`.' },
  '5XX': {
    description:
      'Retried, as after a redirect, a timeout of 15 seconds or a network error: 13 attempts over 76 hours.',
  },
}

/** Renders the events that are posted to merchants, by name. @param verb starts the id of each operation. */
export function renderEvents(
  events: readonly WebhookEvent[],
  schemas: Schemas,
  verb: 'receive' | 'registered',
): Record<string, JsonSchema> {
  return Object.fromEntries(
    events.map(({ name, summary, description, signed, optionalHeaders = {}, body }) => [
      name,
      {
        post: {
          operationId: `${verb}${name}`,
          summary,
          description,
          tags: ['Webhooks'],
          security: [],
          parameters: [
            ...headers,
            ...(signed ? signatures : []),
            ...Object.entries(optionalHeaders).map(([header, meaning]) => headerOf(header, meaning, false)),
          ],
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
