// Batches of refunds over HTTP: a merchant with an owner who uploads and an accountant who confirms.
import assert from 'node:assert/strict'
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import { eventually } from '../http/eventually.ts'
import type { ApiResponse } from '../http/response.ts'
import type { World } from '../world/world.ts'
import { call, joined, type Member, signedIn } from './self-service.ts'

export type RefundBatches = Awaited<ReturnType<typeof refundBatchesOf>>

const dataOf = (response: ApiResponse) => {
  assert.equal(response.status, 200, response.text)
  return response.body.data
}

/** @param right whether the merchant may refund by itself */
export async function refundBatchesOf(world: World, { right = true } = {}) {
  const as: Credentials = await world.register({ name: 'École Sainte Anne' })
  const path = `/api/v1/admin/merchants/${as.merchant_code}/refund-right`
  const body = { may_refund: right, reason: 'For a test' }
  dataOf(await world.admin('PUT', path, body, { 'x-admin-token': 'token-of-amina-0123456789' }))
  const owner = await signedIn(world, as)
  const accountant = await joined(world, owner, 'accountant')
  const upload = (rows: unknown, who: Member = owner) =>
    call(world, 'POST', 'refund-batches?name=Concert', { token: who.token, body: { rows } as object })
  const uploaded = async (rows: unknown): Promise<string> => dataOf(await upload(rows)).batch_id
  const get = async (path: string) => dataOf(await call(world, 'GET', path, { token: owner.token }))
  const read = (id: string) => get(`refund-batches/${id}`)
  const reaches = (id: string, state: string) =>
    eventually(`the batch is ${state}`, async () => {
      const batch = await read(id)
      return batch.state === state && batch
    })
  const confirm = (id: string, body: object, who: Member = accountant) =>
    call(world, 'POST', `refund-batches/${id}/confirm`, { token: who.token, body })
  return {
    ...{ as, owner, accountant, upload, uploaded, read, reaches, confirm },
    async confirmed(rows: unknown): Promise<string> {
      const id = await uploaded(rows)
      const { counts, total_debit: total } = await reaches(id, 'CHECKED')
      dataOf(await confirm(id, { count: counts.ready, total, skip_faulty: true }))
      return id
    },
    rows: async (id: string): Promise<any[]> => (await get(`refund-batches/${id}/rows?limit=100`)).items,
    act: (id: string, name: string) =>
      call(world, 'POST', `refund-batches/${id}/${name}`, { token: accountant.token }),
  }
}
