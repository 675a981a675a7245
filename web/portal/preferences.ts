// What the portal shows this merchant first, and the time zone of its days.
import { signal } from '@preact/signals'
import type * as schemas from '../api/schemas.generated.ts'
import { timeZone } from '../ui/display/time.tsx'

export type Preferences = schemas.Preferences['data']
export type SalesChannel = NonNullable<Preferences['sells_by']>

/** Undefined until a user has signed in. */
export const preferences = signal<Preferences | undefined>(undefined)

/** Shows the portal as the merchant prefers it. */
export function follow(loaded: Preferences): void {
  preferences.value = loaded
  timeZone.value = loaded.time_zone
}
