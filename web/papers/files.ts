// The files of the page: those being prepared, sent or received. One is sent at a time, because several would share a slow network.
import type { UploadLink, UploadProgress } from '../api/schemas.generated.ts'
import { prepareFile } from './prepare-file.ts'
import { Refused } from './refusals.ts'
import { type PreparedFile, type Surroundings, sendFile, type UploadService } from './send-file.ts'
import { forgetFile, storedFiles, storeFile } from './stored-files.ts'

export type Paper = UploadLink['data']['wanted'][number]

export type FileItem = {
  name: string
  /** Once it is known: the same file chosen again is the same item. */
  sha256?: string
  state: 'preparing' | 'queued' | 'sending' | 'waiting' | 'chooseAgain' | 'received' | 'refused'
  fault?: 'checksum' | 'format' | 'active' | 'size' | 'tooMany'
  /** The share that has arrived. */
  sent: number
  /** Which of the wanted papers it is, several where one proves several; files of earlier pages do not say. */
  papers: readonly Paper[]
  /** The address of the photo itself, while this page is open. */
  picture?: string | undefined
}

type Needs = {
  token: string
  service: UploadService
  maxBytes: number
  pause: Surroundings['pause']
  changed: () => void
  /** Called when the link opens nothing any more. */
  ended: () => void
}

export type Files = {
  readonly items: readonly FileItem[]
  /** @param paper what the files are */
  add(chosen: readonly File[], paper: Paper): Promise<void>
}

/** @param known what the service has of earlier visits. */
export async function openFiles(needs: Needs, known: readonly UploadProgress[]): Promise<Files> {
  const items: FileItem[] = []
  const queue: { file: PreparedFile; item: FileItem }[] = []
  let isRunning = false

  function enqueue(file: PreparedFile, item: FileItem): void {
    queue.push({ file, item })
    if (!isRunning) void run()
  }

  async function run(): Promise<void> {
    isRunning = true
    for (let next = queue.shift(); next; next = queue.shift()) await send(needs, next)
    isRunning = false
  }

  const stored = await storedFiles(needs.token)
  const isStored = (each: UploadProgress) => stored.some(({ sha256 }) => sha256 === each.sha256)
  items.push(...known.filter((each) => !isStored(each)).map(itemOf))
  for (const file of stored) {
    const item: FileItem = { ...shownOf(file), state: 'queued', sent: 0 }
    items.push(item)
    enqueue(file, item)
  }

  async function add(file: File, paper: Paper): Promise<void> {
    const item: FileItem = { name: file.name, state: 'preparing', sent: 0, papers: [paper] }
    items.push(item)
    needs.changed()
    const prepared = await prepareFile(file, needs.maxBytes)
    if (typeof prepared === 'string') Object.assign(item, { state: 'refused', fault: prepared })
    else {
      const older = items.find((each) => each !== item && each.sha256 === prepared.sha256)
      const own = { ...prepared, papers: [...new Set([...(older?.papers ?? []), paper])] }
      removeOlder(items, item, own)
      Object.assign(item, { ...shownOf(own), state: 'queued' })
      await storeFile(needs.token, own)
      enqueue(own, item)
    }
    needs.changed()
  }

  return {
    items,
    async add(chosen, paper) {
      // One after the other: a phone has no memory for several photos at once.
      for (const file of chosen) await add(file, paper)
    },
  }
}

/** A file that is chosen again takes the place of its earlier item, for every paper that it is. */
function removeOlder(items: FileItem[], item: FileItem, { name, sha256 }: PreparedFile): void {
  const isOlder = (each: FileItem) =>
    each !== item && (each.sha256 === sha256 || (each.state === 'chooseAgain' && each.name === name))
  for (let i = items.length - 1; i >= 0; i--) if (isOlder(items[i]!)) items.splice(i, 1)
}

function shownOf({ name, sha256, bytes, papers }: PreparedFile) {
  const isPicture = /\.(jpe?g|png)$/i.test(name)
  return { name, sha256, papers, picture: isPicture ? URL.createObjectURL(new Blob([bytes])) : undefined }
}

function itemOf({ name, sha256, state, fault, offset, size, papers }: UploadProgress): FileItem {
  const item = { name, sha256, sent: offset / size, papers }
  if (state === 'RECEIVED') return { ...item, state: 'received' }
  if (state === 'REFUSED') return { ...item, state: 'refused', ...(fault && { fault }) }
  return { ...item, state: 'chooseAgain' }
}

async function send(
  { token, service, pause, changed, ended }: Needs,
  { file, item }: { file: PreparedFile; item: FileItem },
): Promise<void> {
  const now = () => performance.now()
  const report: Surroundings['report'] = ({ offset, size }, isWaiting) => {
    Object.assign(item, { state: isWaiting ? 'waiting' : 'sending', sent: offset / size })
    changed()
  }
  try {
    const { state, fault } = await sendFile(service, file, { now, pause, report })
    Object.assign(item, { state: state === 'RECEIVED' ? 'received' : 'refused', fault: fault ?? undefined })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.status === 404) ended()
    Object.assign(item, { state: 'refused', fault: error.status === 409 ? 'tooMany' : 'format' })
  }
  await forgetFile(token, file.sha256)
  changed()
}
