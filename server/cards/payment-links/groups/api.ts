// Routes for many links at once: made by one file, and listed by group with what has been paid.
import { z } from 'zod'
import { type SignedNeeds, signedEndpoint } from '../../../merchants/identity/signed-endpoint.ts'
import { keys } from '../../../platform/http/access.ts'
import { dataResponse, named } from '../../../platform/http/api.ts'
import { endpoint, succeeded } from '../../../platform/http/endpoint.ts'
import { requestProblems } from '../../../platform/http/problems.ts'
import { linkAddress } from '../../transaction/payment-link.ts'
import { cardProblems as problems } from '../../transaction/problems.ts'
import type { LinkNeeds } from '../manage-links.ts'
import type { LinkRow } from '../queries.ts'
import { exampleLink, linkBody } from '../schemas.ts'
import { sendGroup } from './group-file.ts'
import { type BatchOfLinksNeeds, makeLinks, maxFile, maxRows } from './make-links.ts'

const api = { tag: 'Payment links' } as const
const byGroup = { group: z.string().meta({ examples: ['6e A'] }) }

const madeLink = z.object({
  row: z.int().meta({ description: 'Of the file, from 1.' }),
  code: z.string(),
  url: z.string(),
  merchant_reference: z.string(),
  payer_label: z.string().nullable(),
  group: z.string().nullable(),
})

const { code, url } = exampleLink
export const batchRequest = named(
  'PaymentLinkBatchRequest',
  z.object({
    rows: z.array(linkBody).max(maxRows).meta({ description: 'The bodies of the links.' }),
  }),
  {
    rows: [
      {
        ...{ kind: 'parts', total: 90, minimum_part: 5, currency: 'USD', merchant_reference: 'P-0417' },
        ...{ payer_label: 'Amani Bahati', group: '6e A' },
        schedule: [{ due_on: '2027-01-15', amount: 30 }],
      },
    ],
  },
)
const batchResponse = dataResponse(
  'PaymentLinkBatch',
  z.object({ count: z.int(), items: z.array(madeLink) }),
  {
    count: 1,
    items: [{ row: 1, code, url, merchant_reference: 'P-0417', payer_label: 'Amani Bahati', group: '6e A' }],
  },
)

export const groupRoutes = [
  signedEndpoint({
    ...api,
    id: 'createPaymentLinks',
    method: 'POST',
    path: '/api/v1/payment-links/batch',
    priority: 'order',
    access: keys('charge'),
    summary: 'Create payment links by a file',
    description: `JSON \`{"rows": [...]}\`, each row the body of a link, or CSV with the names of its fields as the first line and a schedule in the
columns \`due_on_1\`, \`due_amount_1\`, \`due_on_2\` and so on; at most 5,000 rows and 2 MiB. All links are made, or none: 422 names row and field. The
same rows again within 30 days return the first links, unless one of them was cancelled.`,
    body: batchRequest,
    bodyType: 'text/csv',
    bodyLimit: maxFile,
    responses: { 200: batchResponse },
    repeatable: true,
    problems: [problems.payment_method_not_enabled, requestProblems.upload_too_large],
    work: async (needs: BatchOfLinksNeeds, { merchant, request }) => {
      // Loaded with the first file: few processes read any.
      const { rowsIn } = await import('./read-rows.ts')
      const { links } = await makeLinks(needs, merchant, rowsIn(request))
      return succeeded({ count: links.length, items: links.map((link, at) => made(needs, link, at + 1)) })
    },
  }),
  endpoint({
    ...api,
    id: 'downloadLinkGroup',
    method: 'GET',
    path: '/api/v1/payment-links/groups/:group.csv',
    priority: 'list',
    access: keys('read', 'charge'),
    summary: 'Download who has paid what of a group',
    description: 'A line for each link of the group, in the order in which they were made.',
    params: byGroup,
    responses: { 200: { description: 'A CSV file.', type: 'text/csv' } },
    problems: [problems.link_not_found],
    // A HEAD request would produce the whole file only to discard it.
    exposeHeadRoute: false,
    handle: async (needs: LinkNeeds & SignedNeeds, { request, reply, params }) =>
      sendGroup(needs, reply, await needs.signedRequests.authenticate(request), params.group),
  }),
]

function made({ baseUrl }: Pick<LinkNeeds, 'baseUrl'>, link: LinkRow, row: number) {
  const { code, merchant_reference, payer_label, group_name: group } = link
  return { row, code, url: linkAddress(baseUrl, code), merchant_reference, payer_label, group }
}
