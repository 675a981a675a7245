// The device from which somebody signs in: what identifies it, and how people recognize it.
import type { FastifyRequest } from 'fastify'
import { withoutCardNumbers } from '../kernel/card-number.ts'

export type Device = {
  /** A browser is known by the token that it keeps; a program without one, by its name and address. */
  id: string
  /** Whether the id is a secret that the browser keeps. Others can guess the name and address of a program. */
  isBrowser: boolean
  /** Null for a program that does not say what it is. */
  name: string | null
  address: string
  /** Of the request that signs in, for the audit log. */
  requestId: string
}

/** @param token what the browser keeps, if it is one. */
export function deviceOf({ headers, ip: address, id: requestId }: FastifyRequest, token?: string): Device {
  const agent = (headers['user-agent'] ?? '').slice(0, 500)
  const id = token ?? `${agent} ${address}`
  return { id, isBrowser: token !== undefined, name: deviceName(agent), address, requestId }
}

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** "Chrome, Android"; for a program, the first word of what it calls itself. */
function deviceName(agent: string): string | null {
  const named = [browsers, systems].flatMap((known) => known.find(([sign]) => sign.test(agent))?.[1] ?? [])
  if (named.length > 0) return named.join(', ')
  const program = /^[\w.+-]{1,40}/.exec(agent)?.[0]
  return program === undefined ? null : withoutCardNumbers(program)
}
