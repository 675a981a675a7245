// The service worker: keeps the page with its files, so that it opens without a network. `vite.config.ts` writes the list of files,
// whose names contain their content, into the built worker.

type Waiting = Event & { waitUntil(work: Promise<unknown>): void }
type Fetching = Waiting & { request: Request; respondWith(response: Promise<Response>): void }
type Worker = {
  addEventListener(name: 'install' | 'activate', listener: (event: Waiting) => void): void
  addEventListener(name: 'fetch', listener: (event: Fetching) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
}
declare const __FILES__: string[]
declare const __VERSION__: string

const worker = globalThis as unknown as Worker
const store = `verify-${__VERSION__}`
const address = '/verify'

async function keep(): Promise<void> {
  const cache = await caches.open(store)
  await cache.addAll([address, ...__FILES__])
  await worker.skipWaiting()
}

/** Removes earlier versions of the page. The keys are in another store. */
async function clean(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => /^verify-/.test(name) && name !== store).map((name) => caches.delete(name)),
  )
  await worker.clients.claim()
}

async function kept(request: Request): Promise<Response> {
  const cache = await caches.open(store)
  const found = await cache.match(request.mode === 'navigate' ? address : request, { ignoreVary: true })
  return found ?? fetch(request)
}

worker.addEventListener('install', (event) => event.waitUntil(keep()))
worker.addEventListener('activate', (event) => event.waitUntil(clean()))
worker.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url)
  const isOurs = pathname === address || pathname.startsWith(`${address}/`)
  if (origin === location.origin && isOurs && event.request.method === 'GET')
    event.respondWith(kept(event.request))
})
