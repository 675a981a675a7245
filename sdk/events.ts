// The feed of events, for whoever missed webhooks.
import { type Authentication, type CallOptions, type Send, sleep } from './http/call.ts'
import type { EventType, FeedEvent } from './types/webhook-events.ts'

export type FeedQuery = {
  /** `next_after` of the last page you handled; without it, the feed begins 90 days ago. */
  after?: string | undefined
  /** Only events of these types. */
  types?: readonly EventType[] | undefined
  /** Events per request, 500 at most; 100 by default. */
  limit?: number | undefined
  /** Waits so long when all was read, and goes on; without it, the iteration ends. */
  waitMs?: number | undefined
}

export type FeedPage = { items: FeedEvent[]; next_after: string; has_more: boolean }

/** `for await (const event of feed)` iterates over all events, and fetches a page only when needed. */
export type Feed = AsyncIterable<FeedEvent> & {
  /** Iterates over the pages: store `next_after` with what you did for its items, and begin there the next time. */
  pages(): AsyncIterable<FeedPage>
}

export type Events = {
  /** Events in the order in which they happened to a payment or transfer, each once. */
  list(query?: FeedQuery, options?: CallOptions): Feed
}

export function openEvents(send: Send, authentication: Authentication): { events: Events } {
  const list: Events['list'] = ({ after, types, waitMs, limit } = {}, options = {}) => {
    async function* pages() {
      for (let next = after; ; ) {
        const page = await send<FeedPage>({
          ...{ method: 'GET', path: '/api/v1/events', authentication, safeBecause: 'read', options },
          query: { after: next, limit, types: types?.join(',') },
          whole: true,
        })
        next = page.next_after
        yield page
        if (page.has_more) continue
        if (waitMs === undefined) return
        await sleep(waitMs, options.signal)
      }
    }
    async function* items() {
      for await (const page of pages()) yield* page.items
    }
    return { pages, [Symbol.asyncIterator]: items }
  }
  return { events: { list } }
}
