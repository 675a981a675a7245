// Merchants that give facts and papers of their business, for tests.
import assert from 'node:assert/strict'
import { call, stepUpOf, tokenOf } from '../callers/self-service.ts'
import type { ApiResponse } from '../http/response.ts'
import { send } from '../http/send.ts'
import { jpegImage } from '../world/images.ts'
import type { World } from '../world/world.ts'
import { pdfOf, sha256 } from './uploads.ts'

export const asksPapers = { GO_LIVE_PAPERS: 'required' } as const

export const businessOwner = {
  name: 'Grâce Mukendi',
  birth_date: '1984-05-17',
  nationality: 'CD',
  share: 60,
  document_type: 'VOTER_CARD',
  document_number: '31620514327',
}

/** A company with one owner. */
export const businessFacts = {
  kind: 'company',
  rccm: 'CD/GOM/RCCM/24-B-00042',
  national_id: '01-83-N12345A',
  tax_number: 'A1234567B',
  authorization: null,
  address: { street: '12, avenue du Lac', commune: 'Goma', city: 'Goma' },
  owners: [businessOwner],
}

/** The company of a request to go live. */
export const requestedCompany = {
  company_name: 'Boutique Kivu SARL',
  registration_number: 'CD/GOM/RCCM/24-B-00042',
  country: 'CD',
  contact_name: 'Grâce Mukendi',
  contact_email: 'grace@kivu.example',
  contact_phone: '0991234567',
}

export type Applicant = Awaited<ReturnType<typeof applicantOf>>

/** A new merchant and the calls of its owner. */
export async function applicantOf(world: World) {
  const merchant = await world.register()
  const token = await tokenOf(world, merchant)
  const stepUp = await stepUpOf(world, merchant, token)
  const files = '/api/v1/merchant/business/files'
  const authorization = { authorization: `Bearer ${token}` }
  const read = async () => ok(await call(world, 'GET', 'business', { token }))
  const begin = (paper: object, file: Buffer, name = 'papier.pdf') =>
    call(world, 'POST', 'business/files', {
      token,
      body: { name, size: file.length, sha256: sha256(file), ...paper },
    })
  const piece = (id: string, offset: number, bytes: Buffer) =>
    send(world.url, 'PATCH', `${files}/${id}`, bytes, {
      ...authorization,
      'content-type': 'application/octet-stream',
      'upload-offset': String(offset),
    })
  /** Sends the rest of a file, and returns what became of it. */
  async function sendPaper(paper: object, file = pdfOf(3_000, JSON.stringify(paper)), name?: string) {
    let { id, offset, state, ...more } = ok(await begin(paper, file, name))
    while (state === 'RECEIVING')
      ({ id, offset, state, ...more } = ok(await piece(id, offset, file.subarray(offset, offset + 60_000))))
    return { id, state, ...more }
  }
  return {
    merchant,
    token,
    read,
    begin,
    piece,
    sendPaper,
    save: (body: unknown = businessFacts) => call(world, 'PUT', 'business', { token, body }),
    remove: (id: string) => call(world, 'DELETE', `business/files/${id}`, { token }),
    file: () => call(world, 'POST', 'go-live', { token, body: requestedCompany, headers: stepUp }),
    /** Sends every paper that is asked for. */
    async sendAll() {
      for (const { paper, owner_id } of (await read()).papers)
        await sendPaper({ paper, owner_id }, paper === 'OWNER_IDENTITY' ? jpegImage(40, 30) : undefined)
    },
    ...reviewOf(world, merchant.merchant_code),
  }
}

/** What officers do about the merchant's business. */
function reviewOf(world: World, code: string) {
  const path = `/api/v1/admin/merchants/${code}`
  return {
    review: async () => ok(await world.admin('GET', `${path}/business`)),
    decidePaper: (paper: string, body: object) =>
      world.admin('POST', `${path}/business/papers/${paper}`, body),
    decideOwner: (owner: string, body: object) =>
      world.admin('POST', `${path}/business/owners/${owner}`, body),
    approve: () => world.admin('POST', `${path}/go-live`, { decision: 'approve', reason: 'all papers read' }),
    reject: () => world.admin('POST', `${path}/go-live`, { decision: 'reject', reason: 'not our business' }),
    /** Accepts every paper that was sent. */
    async acceptAll(expires_on = '2029-05-17') {
      const { papers } = ok(await world.admin('GET', `${path}/business`))
      for (const { paper_id, files: read, state } of papers)
        if (state === 'SENT')
          ok(
            await world.admin('POST', `${path}/business/papers/${paper_id}`, {
              decision: 'accept',
              files: read.map(({ file_id }: { file_id: string }) => file_id),
              expires_on,
            }),
          )
    },
  }
}

function ok(response: ApiResponse) {
  assert.equal(response.status, 200, response.text)
  return response.body.data
}
