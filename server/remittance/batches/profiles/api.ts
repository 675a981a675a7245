// The routes of saved profiles, for merchants' servers and for their users.
import type { FastifyRequest } from 'fastify'
import type { BatchNeeds } from '../../../batches/upload.ts'
import type { Merchant } from '../../../merchants/identity/merchant.ts'
import type { Session } from '../../../merchants/sign-in/bearer.ts'
import { callOf } from '../../../merchants/sign-in/step-up.ts'
import { userEndpoint } from '../../../merchants/sign-in/user-endpoint.ts'
import { users } from '../../../platform/http/access.ts'
import { jsonBody } from '../../../platform/http/http.ts'
import { merchantEndpoint } from '../../http/merchant-endpoint.ts'
import { remittanceProblems as problems } from '../../transfer/problems.ts'
import { type Caller, deleteProfile, profilesPage, readProfile, saveProfile } from './requests.ts'
import {
  deletedResponse,
  profilePath,
  profileResponse,
  profilesQuery,
  profilesResponse,
  saveBody,
} from './schemas.ts'

const list = {
  tag: 'Batches',
  method: 'GET',
  priority: 'list',
  summary: 'List saved profiles',
  description: 'Senders before beneficiaries, by their codes.',
  query: profilesQuery,
  responses: { 200: profilesResponse },
} as const
const read = {
  tag: 'Batches',
  method: 'GET',
  priority: 'status',
  summary: 'Retrieve a saved profile',
  params: profilePath,
  responses: { 200: profileResponse },
  problems: [problems.profile_unknown, problems.field_missing],
} as const
const save = {
  tag: 'Batches',
  method: 'PUT',
  priority: 'order',
  summary: 'Save a profile',
  description: `Creates the profile, or replaces all its fields. A row of a batch names it in the column \`sender_profile\` or \`beneficiary\` and leaves
its fields out. They are copied when the row is uploaded: a later change changes no row.`,
  params: profilePath,
  body: saveBody,
  responses: { 200: profileResponse },
  problems: [
    ...[
      problems.profile_unknown,
      problems.profiles_full,
      problems.field_missing,
      problems.date,
      problems.phone,
    ],
    ...[problems.receiver_address, problems.sender_document_type, problems.receiver_document_type],
  ],
} as const
const remove = {
  tag: 'Batches',
  method: 'DELETE',
  priority: 'order',
  summary: 'Delete a saved profile',
  description: 'Rows of batches and transfers keep their copies of its fields.',
  params: profilePath,
  responses: { 200: deletedResponse },
  problems: [problems.profile_unknown, problems.field_missing],
} as const

const ownerOf = ({ id, environment }: Merchant) => ({ merchantId: id, environment })
const serverOf = (merchant: Merchant, { ip, id }: FastifyRequest): Caller => ({
  owner: ownerOf(merchant),
  actor: { merchantCode: merchant.merchantCode },
  from: { address: ip, requestId: id },
})
const userOf = (session: Session, request: FastifyRequest): Caller => ({
  ...{ owner: session, actor: session, from: callOf(session, request).from },
})

const serverPath = '/api/v1/remittance/profiles'
const userPath = '/api/v1/merchant/profiles'
const one = '/:kind/:code'
const portal = { tag: 'Portal: batches', access: users('payout') } as const

export const profileRoutes = [
  merchantEndpoint({
    ...list,
    id: 'listProfiles',
    path: serverPath,
    work: async (needs: BatchNeeds, { merchant, query }) => profilesPage(needs, ownerOf(merchant), query),
  }),
  merchantEndpoint({
    ...read,
    id: 'readSavedProfile',
    path: `${serverPath}${one}`,
    work: async (needs: BatchNeeds, { merchant, params }) => readProfile(needs, ownerOf(merchant), params),
  }),
  merchantEndpoint({
    ...save,
    id: 'saveProfile',
    path: `${serverPath}${one}`,
    work: async (needs: BatchNeeds, { merchant, request, params }) =>
      saveProfile(needs, serverOf(merchant, request), params, jsonBody(request)),
  }),
  merchantEndpoint({
    ...remove,
    id: 'deleteProfile',
    path: `${serverPath}${one}`,
    work: async (needs: BatchNeeds, { merchant, request, params }) =>
      deleteProfile(needs, serverOf(merchant, request), params),
  }),
  userEndpoint({
    ...list,
    ...portal,
    id: 'listProfilesInPortal',
    path: userPath,
    work: async (needs: BatchNeeds, { session, request }) => profilesPage(needs, session, request.query),
  }),
  userEndpoint({
    ...read,
    ...portal,
    id: 'readSavedProfileInPortal',
    path: `${userPath}${one}`,
    work: async (needs: BatchNeeds, { session, params }) => readProfile(needs, session, params),
  }),
  userEndpoint({
    ...save,
    ...portal,
    id: 'saveProfileInPortal',
    path: `${userPath}${one}`,
    work: async (needs: BatchNeeds, { session, request, params }) =>
      saveProfile(needs, userOf(session, request), params, jsonBody(request)),
  }),
  userEndpoint({
    ...remove,
    ...portal,
    id: 'deleteProfileInPortal',
    path: `${userPath}${one}`,
    work: async (needs: BatchNeeds, { session, request, params }) =>
      deleteProfile(needs, userOf(session, request), params),
  }),
]
