// Cases whose person is asked for papers, and files to send.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { Admins } from '../callers/admins.ts'
import type { Transfers } from '../callers/transfers.ts'
import type { ApiResponse } from '../http/response.ts'
import { send } from '../http/send.ts'
import type { World } from '../world/world.ts'

const cases = 'compliance/cases'
let senders = 0

/** Opens the case of a sender whom no other test has used. Returns its id. */
export async function openCase(transfers: Transfers, admins: Admins): Promise<string> {
  senders += 1
  const { transaction_id } = await transfers.accepted({
    sender_document_number: `PP${700_000 + senders}`,
    sender_birthdate: Temporal.PlainDate.from('1961-01-01').add({ days: senders }).toString(),
    receiver_birthdate: Temporal.PlainDate.from('1971-01-01').add({ days: senders }).toString(),
    receiver_document_number: `RP${700_000 + senders}`,
    customer_number: `+24381${String(3_000_000 + senders)}`,
    expected_receiver_name: 'Test Subscriber',
  })
  const wanted = { transaction_id, role: 'sender', reason: 'Pièces manquantes' }
  return (await admins.act(cases, wanted)).case_id
}

export type Asked = { link: string; token: string; requestId: string }

/** Requests papers for a case. */
export async function askFor(admins: Admins, caseId: string, wanted: object = {}): Promise<Asked> {
  const body = { wanted: ['IDENTITY'], language: 'fr', days: 7, ...wanted }
  const { request, link } = await admins.act(`${cases}/${caseId}/paper-requests`, body)
  return { link, token: link.split('/').pop(), requestId: request.request_id }
}

export type Uploads = {
  open(token?: string): Promise<ApiResponse>
  begin(file: Buffer, announced?: object): Promise<ApiResponse>
  progress(id: string): Promise<ApiResponse>
  piece(id: string, offset: number, bytes: Buffer, headers?: Record<string, string>): Promise<ApiResponse>
  /** Sends the rest of a file in pieces, and returns what became of it. */
  finish(file: Buffer, announced?: object): Promise<any>
}

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** The calls of the upload page. */
export function uploadsOf(world: Pick<World, 'url'>, token: string): Uploads {
  const base = `/api/v1/papers/${token}`
  const json = (body: object) => Buffer.from(JSON.stringify(body))
  const call = (method: string, path: string, body: Buffer = Buffer.alloc(0), headers = {}) =>
    send(world.url, method, path, body, headers)
  const begin: Uploads['begin'] = (file, announced = {}) =>
    call(
      'POST',
      `${base}/files`,
      json({ name: 'carte.jpg', size: file.length, sha256: sha256(file), ...announced }),
      { 'content-type': 'application/json' },
    )
  const piece: Uploads['piece'] = (id, offset, bytes, headers = {}) =>
    call('PATCH', `${base}/files/${id}`, bytes, {
      'content-type': 'application/octet-stream',
      'upload-offset': String(offset),
      ...headers,
    })
  return {
    open: (other = token) => call('GET', `/api/v1/papers/${other}`),
    begin,
    progress: (id) => call('GET', `${base}/files/${id}`),
    piece,
    async finish(file, announced) {
      let response = await begin(file, announced)
      assert.equal(response.status, 200, response.text)
      while (response.body.data.state === 'RECEIVING') {
        const { id, offset } = response.body.data
        response = await piece(id, offset, file.subarray(offset, offset + 64 * 1024))
        assert.equal(response.status, 200, response.text)
      }
      return response.body.data
    },
  }
}

/** A PDF file of about this size. @param seed makes files that differ. */
export function pdfOf(bytes: number, seed = 'a'): Buffer {
  const line = `${createHash('sha256').update(seed).digest('hex')}\n`
  return Buffer.from(`%PDF-1.4\n${line.repeat(Math.ceil(bytes / line.length))}%%EOF\n`)
}
