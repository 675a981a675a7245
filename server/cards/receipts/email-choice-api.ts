// The link in each email to a payer: a page on which its owner stops or allows the emails of one merchant, and the request by which
// a mail program stops them without the page (RFC 8058). Opening the page changes nothing, because mail scanners open links.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomSecret } from '../../kernel/id.ts'
import {
  choose,
  type PayerSubscription,
  readSubscription,
  subscriptionOf,
} from '../../messages/payer-opt-out.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { languageOf } from '../checkout/frame/language.ts'
import { formPolicy } from '../checkout/frame/page-frame.ts'
import { sendPage } from '../checkout/page-reply.ts'
import { emailChoicePage, unknownChoicePage } from './email-choice-page.ts'

export type EmailChoiceNeeds = { db: Sql; secrets: Secrets; clock: Clock }

type Request = FastifyRequest<{ Params: { token: string } }>

const path = '/emails/:token'
const page = { config: { api: 'unlisted', priority: 'status' } } as const

export function registerEmailChoice(app: FastifyInstance, needs: EmailChoiceNeeds): void {
  app.get(path, page, async (request: Request, reply) =>
    show(needs, request, reply, subscriptionOf(needs.secrets, request.params.token)),
  )
  app.post(path, page, async (request: Request, reply) => {
    const subscription = subscriptionOf(needs.secrets, request.params.token)
    if (subscription) await choose(needs.db, subscription, choiceIn(request.rawBody), needs.clock.now())
    return show(needs, request, reply, subscription)
  })
}

/** The button that allows emails again says so; every other request stops them, as `List-Unsubscribe=One-Click` of a mail program. */
const choiceIn = (body: Buffer): 'stop' | 'allow' =>
  new URLSearchParams(body.toString('utf8')).get('choice') === 'allow' ? 'allow' : 'stop'

async function show(
  { db }: EmailChoiceNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
  subscription: PayerSubscription | undefined,
): Promise<FastifyReply> {
  const view = { language: languageOf(request), nonce: randomSecret() }
  const state = subscription && (await readSubscription(db, subscription))
  const found = state ? emailChoicePage({ ...view, ...state }) : unknownChoicePage(view)
  return sendPage(reply.code(state ? 200 : 404), formPolicy(view.nonce), found)
}
