// English texts of the alerts that merchants receive.
import { longDay } from '../../kernel/language.ts'
import type { AlertTexts } from './alert-texts.ts'

const credentials = {
  'merchant-secret': 'merchant secret',
  'api-keys': 'API key',
  'callback-secret': 'webhook secret',
  'endpoint-secret': 'secret of a further webhook endpoint',
} as const

const settings = {
  alerts: { title: 'Alerts of your account were turned off', path: '/portal/account' },
  phone: { title: 'The phone for your alerts was changed', path: '/portal/account' },
  callback: { title: 'Your webhook settings were changed', path: '/portal/callback' },
  webhook_endpoint: { title: 'A further webhook endpoint was changed', path: '/portal/callback' },
  allowlist: { title: 'Your allowed IP addresses were changed', path: '/portal/keys' },
  card_fields: { title: 'The sites that show your card fields were changed', path: '/portal/keys' },
  support: { title: 'The contact that your customers see was changed', path: '/portal/account' },
  brand: { title: 'The look of your payment pages was changed', path: '/portal/account' },
  payment_methods: { title: 'How your customers can pay was changed', path: '/portal/shop' },
} as const

export const englishAlerts: AlertTexts = {
  alerts: {
    payout_failed: ({ payoutId, reference, amount, destination, isReturned }, write) => ({
      subject: `Your payout of ${write.amount(amount)} ${isReturned ? 'was returned' : 'failed'}`,
      paragraphs: [
        isReturned
          ? `Your payout of ${write.amount(amount)} was returned after it was made. The money is back in your available balance.`
          : `Your payout of ${write.amount(amount)} could not be made. The money is back in your available balance.`,
        'Check the destination, then request the payout again.',
      ],
      facts: { Reference: reference, Destination: destination },
      action: { label: 'View the payout', path: `/portal/payouts/${payoutId}` },
    }),
    payout_held: ({ payoutId, reference, amount, destination }, write) => ({
      subject: `Your payout of ${write.amount(amount)} is on hold`,
      paragraphs: [
        `Your payout of ${write.amount(amount)} was not sent: a password or a user has changed, and its destination must be confirmed again.`,
        'Confirm the destination if it is yours. Otherwise remove it, which cancels its payouts.',
      ],
      facts: { Reference: reference, Destination: destination },
      action: { label: 'View the payout', path: `/portal/payouts/${payoutId}` },
    }),
    dispute_opened: ({ disputeId, reference, amount, taken, reason, respondBy }, write) => ({
      subject: `A payment of ${write.amount(amount)} is disputed`,
      paragraphs: [
        taken.minor > 0n
          ? `A customer disputes a payment of ${write.amount(amount)} with their bank. ${write.amount(taken)} has left your balance, and comes back if the bank decides in your favour.`
          : `A customer disputes a payment of ${write.amount(amount)} with their bank. Nothing is taken from your balance.`,
        respondBy
          ? `You can send evidence until ${write.day(respondBy)}. Without evidence, the bank usually decides for its customer.`
          : 'You can send evidence. Without it, the bank usually decides for its customer.',
      ],
      facts: {
        Reference: reference,
        Reason: reason.en,
        ...(taken.minor > 0n && { 'Taken from your balance, with the fee': write.amount(taken) }),
      },
      action: { label: 'Respond to the dispute', path: `/portal/disputes/${disputeId}` },
    }),
    dispute_reminder: ({ disputeId, reference, amount, reason, respondBy, daysLeft }, write) => ({
      subject: `${daysLeft === 1 ? '1 day' : `${daysLeft} days`} left to respond to a dispute of ${write.amount(amount)}`,
      paragraphs: [
        `You have not sent evidence for the disputed payment of ${write.amount(amount)}.`,
        respondBy
          ? `After ${write.time(respondBy)}, the bank decides without it.`
          : 'Without it, the bank usually decides for its customer.',
      ],
      facts: { Reference: reference, Reason: reason.en },
      action: { label: 'Respond to the dispute', path: `/portal/disputes/${disputeId}` },
    }),
    dispute_filed: ({ disputeId, reference, amount, reason, filedAt }, write) => ({
      subject: `Your evidence was filed with the bank (${write.amount(amount)})`,
      paragraphs: [
        `We received your evidence for the disputed payment of ${write.amount(amount)}, and filed it with the bank on ${write.time(filedAt)}.`,
        'The bank decides now. We will tell you its decision.',
      ],
      facts: { Reference: reference, Reason: reason.en },
      action: { label: 'View the dispute', path: `/portal/disputes/${disputeId}` },
    }),
    webhook_endpoint_failing: ({ origin, since }, write) => ({
      subject: 'Your server is not receiving our webhooks',
      paragraphs: [
        `Since ${write.time(since)}, ${origin} has not accepted our webhooks. We keep retrying for several days, so none is lost yet.`,
        'Check that your server is running and responds within 15 seconds.',
      ],
      action: { label: 'View webhook deliveries', path: '/portal/callback' },
      webhook_endpoint: { title: 'A further webhook endpoint was changed', path: '/portal/callback' },
    }),
    webhook_endpoint_recovered: ({ origin, since }, write) => ({
      subject: 'Your server is receiving our webhooks again',
      paragraphs: [
        `${origin} accepts our webhooks again, after failing since ${write.time(since)}. The webhooks that were waiting are being delivered.`,
      ],
      action: { label: 'View webhook deliveries', path: '/portal/callback' },
      webhook_endpoint: { title: 'A further webhook endpoint was changed', path: '/portal/callback' },
    }),
    batch_paused: ({ batchId, name, needed, available }, write) => ({
      subject: `Your batch “${name}” is paused: the wallet has too little`,
      paragraphs: [
        `The rows that are left cost ${write.amount(needed)}, and your wallet has ${write.amount(available)}.`,
        'Top up the wallet: the batch then goes on by itself. Nothing is paid twice.',
      ],
      facts: { Batch: batchId },
      action: { label: 'View the batch', path: `/portal/batches/${batchId}` },
    }),
    business_paper_returned: ({ paper, reason }) => ({
      subject: `Document to correct: ${paper.en}`,
      paragraphs: [
        `We can’t accept this document: ${reason}`,
        'Send another one from your portal. Your request stays open.',
      ],
      facts: { Document: paper.en },
      action: { label: 'Send the document', path: '/portal/go-live' },
    }),
    business_paper_expiring: ({ paper, expiresOn, daysLeft }) => ({
      subject: `${paper.en}: expires ${daysLeft === 0 ? 'today' : `in ${daysLeft === 1 ? '1 day' : `${daysLeft} days`}`}`,
      paragraphs: [
        `This document is valid until ${longDay(expiresOn, 'en')}.`,
        'Send the new one from your portal. Your account keeps working in the meantime.',
      ],
      facts: { Document: paper.en },
      action: { label: 'Send the new document', path: '/portal/go-live' },
    }),
    balance_low: ({ available, limit }, write) => ({
      subject: `Your wallet is low: ${write.amount(available)}`,
      paragraphs: [
        `Your wallet has ${write.amount(available)} available, less than the ${write.amount(limit)} at which you asked to be notified.`,
        'Top it up: when the balance is too low, transfers are refused.',
      ],
      action: { label: 'View the wallet', path: '/portal/wallet' },
    }),
    beneficiary_changed: ({ code, before, after, by, at }, write) => ({
      subject: after === null ? `Beneficiary ${code} deleted` : `New number of beneficiary ${code}`,
      paragraphs: [
        after === null
          ? `${by} has deleted the saved beneficiary ${code}, which had the number ${before}.`
          : `${by} has replaced the number ${before} of the saved beneficiary ${code} by ${after}. The next batches that name this code will pay that number.`,
        'Whoever changed a profile cannot confirm the first batch with it. If you do not know this change, correct the profile before a batch is confirmed.',
      ],
      facts: { Changed: write.time(at) },
      action: { label: 'View beneficiaries', path: '/portal/batches/profiles' },
    }),
    payout_destination_added: ({ destination, at, usableFrom }, write) => ({
      subject: 'New payout destination',
      paragraphs: [
        `The destination ${destination} was added to your account. Once confirmed, it can receive your payouts from ${write.time(usableFrom)}.`,
        'If you do not know it, remove it and change your password now.',
      ],
      facts: { Added: write.time(at) },
      action: { label: 'View destinations', path: '/portal/payouts' },
    }),
    payout_destination_confirmed: ({ destination, at, usableFrom }, write) => ({
      subject: 'Payout destination confirmed',
      paragraphs: [
        `The destination ${destination} was confirmed. It can receive your payouts from ${write.time(usableFrom)}.`,
        'If you do not know it, remove it and change your password now.',
      ],
      facts: { Confirmed: write.time(at) },
      action: { label: 'View destinations', path: '/portal/payouts' },
    }),
    payout_destinations_wait: ({ at }, write) => ({
      subject: 'Your new payout destinations wait again',
      paragraphs: [
        `The access of a user of your account was reset on ${write.time(at)}. Recent payout destinations must be confirmed again, and their waiting time starts over. Payouts to them that were not sent are held until then.`,
        'Remove those that you do not know.',
      ],
      action: { label: 'View destinations', path: '/portal/payouts' },
    }),
    second_factor_reset: ({ email, by, at }, write) => ({
      subject: 'A second factor was reset',
      paragraphs: [
        `The second factor of ${email} was removed on ${write.time(at)}. Until another one is set up, the password alone is enough to sign in.`,
        'If you did not expect this, contact us at once and change your password.',
      ],
      facts: { 'Reset by': by ?? 'our team' },
      action: { label: 'Open the merchant portal', path: '/portal/account' },
    }),
    confirmation_code: ({ code, endsAt }, write) => ({
      subject: `${code} is your Likuta confirmation code`,
      paragraphs: [
        `Enter the code ${code} on the page that asks for it. It works until ${write.time(endsAt)}.`,
        'Until then we send nothing else to this address. If you didn’t ask for it, you don’t need to do anything.',
      ],
      action: { label: 'Enter the code', path: '/portal/account' },
    }),
    invitation: ({ merchant, fragment, endsAt }, write) => ({
      subject: `${merchant} invites you to its Likuta account`,
      paragraphs: [
        `${merchant} invites you to its Likuta account. Choose your password with this link. It works once, until ${write.time(endsAt)}.`,
        'If you don’t know this business, ignore this email. Don’t share the link.',
      ],
      action: { label: 'Accept the invitation', path: '/portal/invitation', fragment },
    }),
    password_link_created: ({ at }, write) => ({
      subject: 'A link to change your password',
      paragraphs: [
        `On ${write.time(at)}, our team created a link with which a new password can be chosen for your account.`,
        'If you did not ask for it, contact us at once, and do not give the link to anybody.',
      ],
      action: { label: 'Open the merchant portal', path: '/portal' },
    }),
    password_link: ({ fragment, endsAt }, write) => ({
      subject: 'Reset your password',
      paragraphs: [
        `Choose a new password for your account with this link. It works once, until ${write.time(endsAt)}.`,
        'If you didn’t ask for it, you don’t need to do anything: your password stays as it is. Don’t share this link.',
      ],
      action: { label: 'Choose a new password', path: '/portal/new-password', fragment },
    }),
    password_changed: ({ at }, write) => ({
      subject: 'Your password was changed',
      paragraphs: [
        `The password of your account was changed on ${write.time(at)}. All other devices were signed out.`,
        'If it was not you, contact us at once.',
      ],
      action: { label: 'Open the merchant portal', path: '/portal' },
    }),
    credential_rotated: ({ what, by, at }, write) => ({
      subject: `Your ${credentials[what]} was renewed`,
      paragraphs: [
        `The ${credentials[what]} of your account was renewed on ${write.time(at)}, and the old one no longer works.`,
        'If you did not expect it, ask who did it, renew it again and check the users of your account.',
      ],
      facts: { 'Renewed by': by ?? 'our team' },
      action: { label: 'View keys and secrets', path: '/portal/keys' },
    }),
    setting_changed: ({ setting, before, after, by, at }, write) => ({
      subject: settings[setting].title,
      paragraphs: [
        `This setting of your account was changed on ${write.time(at)}.`,
        'If you did not expect this, change it back, change your password and check the users of your account.',
      ],
      facts: { ...(before !== after && { Before: before || '–', Now: after || '–' }), 'Changed by': by },
      action: { label: 'Check this setting', path: settings[setting].path },
    }),
    reserved_name_refused: ({ name, at }, write) => ({
      subject: 'A user name was refused',
      paragraphs: [
        `On ${write.time(at)}, the name “${name}” was given for a user of your account. One of our team is called so, and it was refused.`,
        'If it is the person’s real name, let them add a middle name or an initial. Otherwise, check who has access to your account.',
      ],
      action: { label: 'View users', path: '/portal/team' },
    }),
    recovery_code_used: ({ at, device, address, left }, write) => ({
      subject: 'A recovery code of your Likuta account was used',
      paragraphs: [
        `Someone used one of your recovery codes in place of your second factor. You have ${left} left.`,
        'If it was you, there is nothing to do. If not, change your password and renew your recovery codes now.',
      ],
      facts: { Time: write.time(at), Device: device, 'IP address': address },
      action: { label: 'Check your account', path: '/portal/account' },
    }),
    sign_in_new_device: ({ at, device, address }, write) => ({
      subject: 'New sign-in to your Likuta account',
      paragraphs: [
        'Someone signed in to your account from a device that had not been used before.',
        'If it was you, there is nothing to do. If not, change your password now: this signs out all other devices.',
      ],
      facts: { Time: write.time(at), Device: device, 'IP address': address },
      action: { label: 'Change your password', path: '/portal/account' },
    }),
  },
  reason: (isSetting) =>
    isSetting
      ? 'You receive this email because you have a Likuta merchant account. You choose your notifications on the Account page of the merchant portal.'
      : 'You receive this email because it concerns the security of your Likuta merchant account.',
}
