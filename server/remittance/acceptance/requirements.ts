// What a transfer must have, as JSON Schema, and since which release: for forms that are built from it, and checks before a release.
import { z } from 'zod'
import { anyone } from '../../platform/http/access.ts'
import { dataResponse } from '../../platform/http/api.ts'
import { endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { transferEndpoint } from '../http/endpoint-parts.ts'
import type { InboundFields } from './request.ts'
import { transferFields } from './schemas.ts'

/** The release that required a field first, and kept requiring it. Of the receiver's two addresses one is enough. */
const requiredSince: Partial<Record<keyof InboundFields, string>> = {
  ...since('v1.0', [
    'reference',
    'amount',
    'currency',
    'customer_number',
    'sender_first_name',
    'sender_last_name',
  ]),
  ...since('v1.0', ['sender_document_number', 'sender_country']),
  ...since('v2.0', ['expected_receiver_name']),
  ...since('v2.1', [
    'sender_birthdate',
    'sender_birthplace',
    'sender_document_type',
    'reason_of_transaction',
  ]),
  ...since('v2.1', [
    'source_of_funds',
    'receiver_birthdate',
    'receiver_document_type',
    'receiver_document_number',
  ]),
  ...since('v2.1', ['receiver_current_address', 'receiver_permanent_address']),
  ...since('v2.4', ['sender_city', 'current_address', 'profession', 'document_issue_date']),
  ...since('v2.4', ['document_expiration_date']),
  ...since('v2.5', ['permanent_address', 'receiver_birthplace', 'sender_msisdn', 'sender_middle_name']),
  ...since('v2.5', ['receiver_middle_name']),
}

function since<Name extends keyof InboundFields>(release: string, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, release])) as Record<Name, string>
}

/** The schema that checks transfers, so that it never says anything else. */
function schemaOfTransfers(): Record<string, unknown> {
  const schema = z.toJSONSchema(transferFields, { io: 'input' }) as Record<string, unknown>
  const properties = Object.entries(schema.properties as Record<string, object>).map(([name, property]) => {
    const release = requiredSince[name as keyof InboundFields]
    return [name, release === undefined ? property : { ...property, 'x-required-since': release }]
  })
  return { ...schema, properties: Object.fromEntries(properties) }
}

const requirements = {
  schema: schemaOfTransfers(),
  /** What the next release will require in addition. */
  next: { required: [] as string[] },
}

export const requirementsRoute = endpoint({
  ...transferEndpoint,
  id: 'readTransferRequirements',
  method: 'GET',
  path: '/api/v1/remittance/requirements',
  priority: 'list',
  access: anyone,
  summary: 'Read what a transfer must have',
  description:
    'JSON Schema of the body of `inbound`. `x-required-since` of a field names the release that required it first.',
  responses: {
    200: dataResponse(
      'TransferRequirements',
      z.object({
        schema: z.record(z.string(), z.unknown()),
        next: z
          .object({ required: z.array(z.string()) })
          .meta({ description: 'The fields that the next release will require in addition.' }),
      }),
      {
        schema: {
          type: 'object',
          properties: { sender_city: { type: 'string', 'x-required-since': 'v2.4' } },
        },
        next: { required: [] },
      },
    ),
  },
  problems: [requestProblems.rate_limited],
  handle: async (_: object) => succeeded(requirements),
})
