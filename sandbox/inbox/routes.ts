// The inbox of the sandbox: the service delivers messages to it as to a mail server or an SMS gateway, and people read them here.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { read } from '../control-request.ts'
import { languageOf, sendPage } from '../page.ts'
import { htmlView, inboxPage, messagePage } from './page.ts'
import { type Inbox, messageRequest } from './store.ts'

/** The pages have no script, and what they show of an email neither. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'"

export function registerInbox(app: FastifyInstance, inbox: Inbox): void {
  app.post('/inbox/messages', { bodyLimit: 512 * 1024 }, (request, reply) => {
    const message = read(messageRequest, request.body, reply)
    if (!message) return reply
    inbox.receive(message)
    return { received: true }
  })
  app.get('/inbox', (request, reply) =>
    sendPage(reply, inboxPage(inbox.list(addressOf(request)), languageOf(request)), policy),
  )
  app.get('/inbox/messages/:id', (request, reply) => {
    const message = inbox.find((request.params as { id: string }).id)
    return message
      ? sendPage(reply, messagePage(message, languageOf(request)), policy)
      : reply.code(404).send()
  })
  app.get('/inbox/messages/:id/html', (request, reply) => {
    const message = inbox.find((request.params as { id: string }).id)
    const content = message && htmlView(message)
    if (content === undefined) return reply.code(404).send()
    // Also opened outside its frame, the email runs no script and loads nothing.
    const only = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"
    return sendPage(reply, content, only)
  })
  app.get('/sandbox/inbox', (request) => ({ messages: inbox.list(addressOf(request)) }))
  app.delete('/sandbox/inbox', () => {
    inbox.clear()
    return { messages: [] }
  })
}

function addressOf(request: FastifyRequest): string | null {
  return (request.query as Record<string, string>).address ?? null
}
