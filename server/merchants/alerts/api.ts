// Routes for what a merchant wants to be notified of.

import { z } from 'zod'
import { languages } from '../../kernel/language/language.ts'
import { users } from '../../platform/http/access.ts'
import { named, success } from '../../platform/http/api.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { userEndpoint } from '../sign-in/user-endpoint.ts'
import { callOf, settingProof, stepUpHeader, stepUpProblems } from '../step-up/api.ts'
import {
  type NotificationNeeds,
  notifications,
  notificationsSchema,
  setNotifications,
} from './notifications.ts'

const response = named(
  'Notifications',
  success(
    z.object({
      language: z.enum(languages).meta({ description: 'The language of messages.' }),
      alerts: z.object({
        payout_failed: z.boolean().meta({ description: 'A payout failed or was returned.' }),
        dispute_opened: z
          .boolean()
          .meta({ description: 'A payment is disputed, or the time to respond is nearly over.' }),
        webhook_endpoint_failing: z
          .boolean()
          .meta({ description: 'Your server does not accept webhooks, or accepts them again.' }),
      }),
      payer_receipts: z.boolean().meta({
        description:
          'Whether payers get a receipt by email, and a message about each refund or void. Off at first.',
      }),
      phone: z.string().nullable().meta({ description: 'Where alerts also go, by `channels`.' }),
      phone_confirmed: z.boolean().meta({
        description: 'Until its code was given to `POST /api/v1/merchant/confirmations`, it gets no alerts.',
      }),
      channels: z.array(z.enum(['sms', 'whatsapp'])).meta({ description: 'Besides email.' }),
      low_balance: z
        .string()
        .nullable()
        .meta({ description: 'Alert when less than this, in USD, is available in the wallet; null: never.' }),
      test_inbox: z
        .string()
        .nullable()
        .meta({ description: 'The page that shows the messages of the sandbox; null in production.' }),
    }),
  ),
  {
    status: 'success',
    data: {
      language: 'fr',
      alerts: { payout_failed: true, dispute_opened: true, webhook_endpoint_failing: true },
      payer_receipts: false,
      phone: '+243991234567',
      phone_confirmed: true,
      channels: ['sms'],
      low_balance: '50.00',
      test_inbox: 'https://sandbox.likuta.example/inbox',
    },
  },
)

export const notificationRoutes = [
  userEndpoint({
    tag: 'Account',
    id: 'readNotifications',
    method: 'GET',
    path: '/api/v1/merchant/notifications',
    priority: 'list',
    access: users('settings'),
    summary: 'Retrieve the notification settings',
    responses: { 200: response },
    work: async (needs: NotificationNeeds, { session }) => notifications(needs, session),
  }),
  userEndpoint({
    tag: 'Account',
    id: 'setNotifications',
    method: 'PUT',
    path: '/api/v1/merchant/notifications',
    priority: 'list',
    access: users('configure'),
    summary: 'Update the notification settings',
    description: `Alerts are sent to the email of the account, receipts to the email that was given with the payment. Parts that are absent stay as they are. A new telephone is sent a code, with which it is confirmed. A sign-in from a new device is
always reported, to the user who signed in. When an alert is turned off or the telephone changes, ${settingProof}`,
    body: named('NotificationsRequest', notificationsSchema, {
      language: 'fr',
      alerts: { webhook_endpoint_failing: false },
      phone: '+243 99 123 45 67',
      channels: ['sms'],
      low_balance: '50.00',
    }),
    responses: { 200: response },
    headers: stepUpHeader,
    problems: [...stepUpProblems, requestProblems.rate_limited],
    work: async (needs: NotificationNeeds, { session, request }) =>
      setNotifications(needs, callOf(session, request), jsonBody(request)),
  }),
]
