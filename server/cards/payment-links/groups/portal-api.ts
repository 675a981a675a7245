// Routes of links by a file and of their groups for a merchant's users.
import { Problem } from '../../../kernel/problem.ts'
import { signingProblems } from '../../../merchants/problems.ts'
import { type Session, sessionOf } from '../../../merchants/sign-in/bearer.ts'
import { userEndpoint } from '../../../merchants/sign-in/user-endpoint.ts'
import { users } from '../../../platform/http/access.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { paged, rangeOf, readQuery } from '../../../platform/http/list-query.ts'
import { requestProblems } from '../../../platform/http/problems.ts'
import { cardProblems as problems } from '../../transaction/problems.ts'
import { type LinkNeeds, linksOf } from '../manage-links.ts'
import { groupName } from '../schemas.ts'
import { batchRequest } from './api.ts'
import { type BatchOfLinksNeeds, checkLinks, makeLinks, maxFile, refuseRepeated } from './make-links.ts'
import { sendMembers } from './member-file.ts'
import { groupPage, groupsPage } from './queries.ts'
import { memberOf, renderedFigures } from './render.ts'
import {
  groupFileQuery,
  groupPath,
  groupQuery,
  groupResponse,
  groupsQuery,
  groupsResponse,
  uploadQuery,
  uploadResponse,
} from './schemas.ts'

const portal = { tag: 'Portal: payments' } as const
/** A cashier sees only the links that they made. */
const ownedBy = (session: Session) => {
  const { id, environment, user } = linksOf(session)
  return [id, environment, user.seesOwnOnly ? user.id : null]
}

const reading = { ...portal, method: 'GET', priority: 'list', access: users('links') } as const

export const portalGroupRoutes = [
  userEndpoint({
    ...portal,
    id: 'createLinksInPortal',
    method: 'POST',
    path: '/api/v1/merchant/links/batch',
    priority: 'order',
    access: users('sell'),
    summary: 'Create payment links by a file',
    description: `Like \`POST /api/v1/payment-links/batch\`. In CSV, columns may have French or English names (\`matricule\`, \`nom\`, \`classe\`, \`échéance 1\`),
days may be written 15/01/2027, and a row without \`kind\` is of the kind \`parts\`, with the currency's minimum as its lowest part; days without
amounts divide the total evenly.`,
    query: uploadQuery,
    body: batchRequest,
    bodyType: 'text/csv',
    bodyLimit: maxFile,
    responses: { 200: uploadResponse },
    problems: [
      problems.payment_method_not_enabled,
      requestProblems.upload_too_large,
      signingProblems.environment_wrong,
    ],
    work: async (needs: BatchOfLinksNeeds, { session, request }) => {
      const { check_only: isCheck, ...common } = readQuery(uploadQuery, request.query)
      // Loaded with the first file: few processes read any.
      const { rowsIn } = await import('./read-rows.ts')
      const bodies = rowsIn(request, common)
      refuseRepeated(bodies)
      if (isCheck) {
        const { rows } = await checkLinks(needs, linksOf(session), bodies)
        return { outcome: 'checked' as const, count: rows.length, groups: [] }
      }
      const { links, isRepeat } = await makeLinks(needs, linksOf(session), bodies)
      const groups = new Set(links.flatMap(({ group_name }) => group_name ?? []))
      const outcome = isRepeat ? ('repeated' as const) : ('made' as const)
      return { outcome, count: links.length, groups: [...groups] }
    },
  }),
  userEndpoint({
    ...reading,
    id: 'listLinkGroups',
    path: '/api/v1/merchant/links/groups',
    summary: 'List groups of payment links',
    description: 'With what has been paid of each; the group of the newest link first.',
    query: groupsQuery,
    responses: { 200: groupsResponse },
    work: async ({ db, clock }: LinkNeeds, { session, request }) => {
      const page = readQuery(groupsQuery, request.query)
      const { limit, offset } = rangeOf(page)
      const rows = await db.rows(groupsPage, [...ownedBy(session), clock.now(), limit, offset])
      const items = rows.flatMap((row) =>
        row.group_name === null ? [] : [{ group: row.group_name, ...renderedFigures(row) }],
      )
      return paged(page, { items, total: rows[0]?.total ?? 0 })
    },
  }),
  userEndpoint({
    ...reading,
    id: 'readLinkGroup',
    path: '/api/v1/merchant/links/groups/:group',
    summary: 'List the links of a group',
    description: `In the order in which they were made, with how far each is paid. The figures are of the whole group, whatever is filtered. Days of schedules
are the merchant's.`,
    params: groupPath,
    query: groupQuery,
    responses: { 200: groupResponse },
    problems: [problems.link_not_found],
    work: async (needs: LinkNeeds, { session, request, params }) => {
      const { state = null, q = null, ...page } = readQuery(groupQuery, request.query)
      const { limit, offset } = rangeOf(page)
      const group = groupName(params.group)
      const narrowed = [group, state, q, limit, offset]
      const rows = await needs.db.rows(groupPage, [...ownedBy(session), needs.clock.now(), ...narrowed])
      const [first] = rows
      if (!first) throw new Problem(problems.link_not_found)
      const items = rows.flatMap((row) => (row.id === null ? [] : [memberOf(needs, row)]))
      return { group, ...renderedFigures(first), ...paged(page, { items, total: first.found }) }
    },
  }),
  endpoint({
    ...reading,
    id: 'downloadLinkGroupInPortal',
    path: '/api/v1/merchant/links/groups/:group/links.csv',
    access: users('export'),
    summary: 'Download who has paid what of a group',
    description: 'A line for each link that the filters find, in the order in which they were made.',
    params: groupPath,
    query: groupFileQuery,
    responses: { 200: { description: 'A CSV file.', type: 'text/csv' } },
    problems: [problems.link_not_found],
    // A HEAD request would produce the whole file only to discard it.
    exposeHeadRoute: false,
    handle: async (needs: LinkNeeds, { request, reply, params }) => {
      const { state = null, q = null, ...how } = readQuery(groupFileQuery, request.query)
      const owner = ownedBy(sessionOf(request))
      const group = groupName(params.group)
      const found = [...owner, needs.clock.now(), group, state, q]
      const [known] = await needs.db.rows(groupPage, [...found, 0, 0])
      if (!known) throw new Problem(problems.link_not_found)
      return sendMembers(needs, reply, { owner: { id: sessionOf(request).merchantId, group }, found, ...how })
    },
  }),
]
