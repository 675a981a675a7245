// Whether this device has a network, as far as the browser knows.
import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

/** False while the browser knows of no network; true says nothing about the service. */
export const isOnline = signal(navigator.onLine)

addEventListener('online', () => {
  isOnline.value = true
})
addEventListener('offline', () => {
  isOnline.value = false
})

/** Calls `back` when the network is back. */
export function useBackOnline(back: () => void): void {
  const online = isOnline.value
  const before = useRef(online)
  useEffect(() => {
    if (online && !before.current) back()
    before.current = online
  }, [online])
}
