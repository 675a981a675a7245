// Keeps files on the device until they have arrived, so that a reload or a phone that restarts loses nothing. Where the browser stores
// nothing, as in a private window, files stay in memory only.
import type { PreparedFile } from './send-file.ts'

type StoredFile = {
  key: string
  token: string
  name: string
  sha256: string
  content: ArrayBuffer
  papers: PreparedFile['papers']
  at: number
}

const table = 'files'
/** Links are valid for at most 30 days at a time. */
const longestMs = 45 * 24 * 3_600_000

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('papers', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(table, { keyPath: 'key' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('blocked'))
  })
}

async function use<Result>(
  mode: IDBTransactionMode,
  work: (files: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  try {
    const database = await open()
    const result = await new Promise<Result>((resolve, reject) => {
      const transaction = database.transaction(table, mode)
      const request = work(transaction.objectStore(table))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onerror = () => reject(transaction.error)
      transaction.onabort = () => reject(transaction.error)
    })
    database.close()
    return result
  } catch {
    return undefined
  }
}

const keyOf = (token: string, sha256: string) => `${token}/${sha256}`

export async function storeFile(token: string, { name, sha256, bytes, papers }: PreparedFile): Promise<void> {
  const content = bytes.buffer
  const file: StoredFile = { key: keyOf(token, sha256), token, name, sha256, content, papers, at: Date.now() }
  await use('readwrite', (files) => files.put(file))
}

export async function forgetFile(token: string, sha256: string): Promise<void> {
  await use('readwrite', (files) => files.delete(keyOf(token, sha256)))
}

/** The files of this link that have not arrived yet. Those of links that ended long ago are deleted. */
export async function storedFiles(token: string): Promise<PreparedFile[]> {
  const all = ((await use('readonly', (files) => files.getAll())) ?? []) as StoredFile[]
  for (const file of all.filter(({ at }) => at < Date.now() - longestMs))
    await forgetFile(file.token, file.sha256)
  return all
    .filter((file) => file.token === token)
    .sort((a, b) => a.at - b.at)
    .map(({ name, sha256, content, papers }) => ({ name, sha256, bytes: new Uint8Array(content), papers }))
}
