// The operations of the API, read from our own document.
import { readFileSync } from 'node:fs'
import type { Schema } from './schema-values.ts'

export type Proof = 'signature' | 'basic' | 'bearer' | 'admin' | 'none'

export type Operation = {
  id: string
  method: string
  /** `/api/v1/payment-links/{code}` */
  template: string
  proof: Proof
  query: readonly { name: string; schema: Schema }[]
  body: { schema: Schema; example: Record<string, unknown> } | undefined
}

const document: Schema = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
)

export const documented = (pointer: string): Schema =>
  pointer
    .slice(2)
    .split('/')
    .reduce((value, step) => value[step.replaceAll('~1', '/').replaceAll('~0', '~')], document)

const proofs: Record<string, Proof> = {
  ApiKey: 'signature',
  MerchantSecret: 'basic',
  AccessToken: 'bearer',
  AdminToken: 'admin',
}

/** Every operation in the order of the document, where creating precedes reading. */
export const operations: readonly Operation[] = Object.entries(
  document.paths as Record<string, Schema>,
).flatMap(([template, methods]) =>
  Object.entries(methods).map(([method, received]) => {
    const [scheme] = Object.keys(received.security?.[0] ?? {})
    const json = received.requestBody?.content['application/json']
    const parameters = ((received.parameters ?? []) as Schema[]).map((each) =>
      each.$ref ? documented(each.$ref) : each,
    )
    return {
      id: received.operationId,
      method: method.toUpperCase(),
      template,
      proof: proofs[scheme ?? ''] ?? 'none',
      query: parameters.filter((each) => each.in === 'query').map(({ name, schema }) => ({ name, schema })),
      body: json && { schema: json.schema, example: json.example },
    }
  }),
)
