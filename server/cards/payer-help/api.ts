// "I paid, what happened?": the call, and the page that payers open.

import { randomSecret } from '../../kernel/id.ts'
import { InvalidBody, Problem } from '../../kernel/problem.ts'
import { anyone } from '../../platform/http/access.ts'
import { endpoint, page } from '../../platform/http/endpoint.ts'
import { readQuery } from '../../platform/http/list-query.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { recordRefusal } from '../../platform/http/refusals.ts'
import { utcSecond } from '../../platform/time/clock.ts'
import { formPolicy, helpPath, languageOf } from '../checkout/page-frame.ts'
import { sendPage } from '../checkout/page-reply.ts'
import { type HelpForm, helpPage, today } from './page.ts'
import { findHelp, type HelpNeeds } from './payment-help.ts'
import { helpQuery, helpResponse, knownOf } from './schemas.ts'
import { helpTexts } from './texts.ts'

export const helpRoute = endpoint({
  id: 'readPaymentHelp',
  method: 'GET',
  path: '/api/v1/payment/help',
  limitedAs: 'page',
  priority: 'status',
  access: anyone,
  summary: 'Find out what became of a payment',
  description: `For payers, without credentials: what became of the payments that fit the day, the amount and the last digits, newest first, and what to
do now. It names nobody. An address may try ten times an hour.`,
  tag: 'Orders',
  query: helpQuery,
  responses: { 200: helpResponse },
  problems: [requestProblems.rate_limited],
  handle: async (needs: HelpNeeds, { request, reply }) => {
    reply.headers({ 'cache-control': 'no-store', vary: 'Accept-Language' })
    const language = languageOf(request)
    const found = await findHelp(needs, knownOf(readQuery(helpQuery, request.query)), request.ip)
    return {
      items: found.map(({ state, paidAt, contact }) => ({
        state,
        paid_at: paidAt && utcSecond(paidAt),
        next_step: helpTexts[language].nextSteps[state],
        contact,
      })),
    }
  },
})

const ofBrowsers = { priority: 'status', limitedAs: 'page', path: helpPath } as const

const empty: HelpForm = { typed: {}, faults: [] }

/** The form is posted, so that what it says of a card or a number is in no address. */
export const helpPages = [
  page({
    ...ofBrowsers,
    method: 'GET',
    handle: async ({ clock }: HelpNeeds, { request, reply }) => {
      const nonce = randomSecret()
      const form = { ...empty, typed: { date: today(clock.now()) } }
      return sendPage(reply, formPolicy(nonce), helpPage({ language: languageOf(request), nonce, form }))
    },
  }),
  page({
    ...ofBrowsers,
    method: 'POST',
    handle: async (needs: HelpNeeds, { request, reply }) => {
      const typed = Object.fromEntries(new URLSearchParams(request.rawBody.toString('utf8')))
      const view = { language: languageOf(request), nonce: randomSecret() }
      const show = (status: number, shown: Omit<Parameters<typeof helpPage>[0], keyof typeof view>) =>
        sendPage(reply.code(status), formPolicy(view.nonce), helpPage({ ...view, ...shown }))
      // The other language was asked for, and nothing looked for.
      if ('language' in typed) return show(200, { form: { typed, faults: [] } })
      try {
        const found = await findHelp(needs, knownOf(readQuery(helpQuery, typed)), request.ip)
        return show(200, { form: { typed, faults: [] }, found })
      } catch (error) {
        if (error instanceof InvalidBody)
          return show(422, { form: { typed, faults: error.faults.map(({ loc }) => String(loc[1])) } })
        if (!(error instanceof Problem) || error.spec !== requestProblems.rate_limited) throw error
        recordRefusal(request, error)
        reply.headers(error.headers)
        return show(429, { form: { typed, faults: [] }, waitSeconds: Number(error.headers['retry-after']) })
      }
    },
  }),
]
