// Installs the service worker, which keeps the page and its files on the device.

type WorkerPolicy = { createScriptURL(address: string): string }
type PolicyFactory = {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): WorkerPolicy
}

const worker = '/verify/sw.js'

/** Returns whether the page is now available without a network. */
export async function prepareOffline(): Promise<boolean> {
  try {
    const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
    // The page's policy allows this one address as a script, and only under this name.
    const address =
      trustedTypes?.createPolicy('verify-worker', { createScriptURL: () => worker }).createScriptURL('') ??
      worker
    await navigator.serviceWorker.register(address, { scope: '/verify' })
    await navigator.serviceWorker.ready
    return true
  } catch {
    return false
  }
}
