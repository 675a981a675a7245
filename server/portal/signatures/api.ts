// The portal's route that explains why a signature is refused.

import { z } from 'zod'
import { userEndpoint } from '../../merchants/sign-in/user-endpoint.ts'
import { users } from '../../platform/http/access.ts'
import { named, success } from '../../platform/http/api.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { type CheckNeeds, checkSchema, checkSignature } from './check.ts'

const verdictResponse = named(
  'SignatureVerdict',
  success(
    z.object({
      valid: z.boolean(),
      cause: z
        .string()
        .nullable()
        .meta({ description: 'A machine-readable cause; null if the signature is valid.' }),
      detail: z.string(),
      signature_matches: z.boolean(),
      expected_signed_text: z.string().optional(),
    }),
  ),
  {
    status: 'success',
    data: {
      valid: false,
      cause: 'timestamp_malformed',
      detail: 'X-Timestamp is in milliseconds: it is whole Unix seconds, 10 digits',
      signature_matches: false,
    },
  },
)

export const signatureCheckRoutes = [
  userEndpoint({
    tag: 'Portal',
    id: 'checkSignature',
    method: 'POST',
    path: '/api/v1/merchant/signature-check',
    priority: 'test',
    access: users('keys'),
    summary: 'Explain why a signature is refused',
    body: named('SignatureCheck', checkSchema, {
      kind: 'request',
      headers: { 'X-API-Key': 'pk_test_…', 'X-Timestamp': '1795253400000', 'X-Signature': '0f1e' },
      method: 'POST',
      path: '/api/v1/payment/status',
      body: '{"transaction_uuid":"LKT-20261121-093000-7K2M9QXA-CD"}',
    }),
    responses: { 200: verdictResponse },
    work: async (needs: CheckNeeds, { session, request }) =>
      checkSignature(needs, session, jsonBody(request)),
  }),
]
