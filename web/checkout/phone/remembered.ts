// What this device remembers for its owner: how it paid last, and, until the tab is closed, the number. Nothing of it is sent to the
// server. A browser may refuse to store anything.

function storage(name: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return window[name]
  } catch {
    return undefined
  }
}

const methodKey = 'likuta-method'
const numberKey = 'likuta-number'

function save(store: Storage | undefined, key: string, value: string): void {
  try {
    store?.setItem(key, value)
  } catch {
    // A full or forbidden store changes nothing for the payment.
  }
}

export const lastMethod = () => storage('localStorage')?.getItem(methodKey)
export const rememberMethod = (method: string) => save(storage('localStorage'), methodKey, method)
export const lastNumber = () => storage('sessionStorage')?.getItem(numberKey) ?? ''
export const rememberNumber = (number: string) => save(storage('sessionStorage'), numberKey, number)
