import type { Texts } from './checkout-texts.ts'

export const english: Texts = {
  secure: 'Secure payment',
  language: 'Language',
  toPay: 'Amount to pay',
  reference: 'Reference',
  payer: 'Customer',
  card: 'Bank card',
  expiryHint: 'MM/YY',
  expiryHelp: 'Month and year',
  pay: 'Pay {amount}',
  cancel: 'Cancel',
  cancelPayment: 'Cancel payment',
  retry: 'Try again',
  continue: 'Continue',
  trust:
    'Your card number is encrypted and goes straight to the card network. Neither the merchant nor Mosolo can see it.',
  verification: 'Your bank’s check',
  verificationText: 'Your bank wants you to confirm this payment.',
  otherCard: 'Use another card',
  reloadCheck: 'Reload the check',
  elsewhere: {
    title: 'Payment in progress in another tab',
    text: 'Your bank’s check is already open there. Finish it in that tab, or continue here if it was closed.',
  },
  continueHere: 'Continue here',
  scriptNeeded: {
    title: 'JavaScript is needed',
    text: 'To protect your card, this page needs JavaScript. Turn it on in your browser, or open this link in another browser. Nothing was charged.',
  },
  testMode: 'Test mode, no real money',
  testCards: 'Test cards',
  testAdvice: 'Any future date and any 3-digit security code will do.',
  testFrictionless: 'Accepted',
  testChallenge: 'Accepted after code 1234',
  testDeclined: 'Declined by the bank',
  testFunds: 'Insufficient funds',
  copy: 'Copy the number {number}',
  moment: 'One moment…',
  momentText: 'Your bank has answered. We’re finishing your payment.',
  success: {
    title: 'Payment successful',
    text: 'Thank you. The merchant has been told. You can close this page; keep the reference below.',
  },
  already_paid: {
    title: 'Already paid',
    text: 'You have already paid and the merchant has been told. Nothing more was charged.',
  },
  refunded: {
    title: 'Payment refunded',
    text: 'You paid, and the merchant later refunded you. Your bank will show the money on your account within a few days.',
  },
  partially_refunded: {
    title: 'Payment partly refunded',
    text: 'You paid, and the merchant later refunded part of the amount. Your bank will show it on your account within a few days.',
  },
  voided: {
    title: 'Payment reversed by the merchant',
    text: 'You paid, and the merchant later reversed the charge. If the amount is still held, your bank will release it.',
  },
  failed: {
    title: 'The payment wasn’t completed',
    text: 'Your order is not paid. To try again, go back to the merchant and start over.',
  },
  cancelled: {
    title: 'Payment cancelled',
    text: 'Nothing was charged. To pay later, go back to the merchant and start over.',
  },
  confirming: {
    title: 'We’re confirming your payment',
    text: 'Your bank is taking a while to answer. This page updates by itself; please don’t pay again.',
  },
  refresh: 'Refresh',
  paidTo: 'Merchant',
  amount: 'Amount',
  transaction: 'Transaction',
  back: 'Back to the merchant',
  ends: {
    expired: {
      title: 'This link has expired',
      text: 'The time to pay has run out and nothing was charged. Go back to the merchant for a new link.',
    },
    cancelled: {
      title: 'Payment cancelled',
      text: 'This payment was cancelled and nothing was charged. To pay, go back to the merchant and start over.',
    },
    not_found: {
      title: 'Payment not found',
      text: 'There is no payment behind this link. Check that you copied all of it, or ask the merchant for it again.',
    },
    no_page: {
      title: 'Page not found',
      text: 'There is nothing at this address. To pay, open the link the merchant gave you.',
    },
    forbidden: {
      title: 'This link is not valid',
      text: 'The address is incomplete or was changed. Open the link exactly as the merchant gave it to you.',
    },
    unavailable: {
      title: 'Service briefly unavailable',
      text: 'We cannot open this payment right now. Wait a minute, then reload this page. If you had already confirmed the payment, don’t pay anywhere else until you have seen the result here.',
    },
  },
  refusals: {
    AUTHENTICATION_FAILED:
      'Your bank’s check wasn’t completed: it was cancelled, the code was wrong, or the bank refused. Nothing was charged.',
    NON_3DS:
      'This card was not checked by its bank. Ask your bank to switch on secure online payment, or use another card.',
    REVIEW:
      'This payment wasn’t accepted after a review. If an amount is held, your bank will release it. Use another card or talk to the merchant.',
    INSUFFICIENT_FUND: 'There isn’t enough money on the card. Top it up or use another card.',
    EXPIRED_CARD: 'This card is no longer valid. Use another card or ask your bank for a new one.',
    STOLEN_LOST_CARD:
      'Your bank no longer allows this card. Call the number on the back of it, or use another card.',
    INVALID_CVN:
      'The security code does not match the card. Read the 3 digits on the back again (4 on the front for American Express).',
    INVALID_ACCOUNT: 'The bank doesn’t recognise this card number. Read it again digit by digit.',
    EXCEEDS_CREDIT_LIMIT: 'The card has reached its limit. Ask your bank to raise it, or use another card.',
    UNAUTHORIZED_CARD:
      'This card is not allowed for online payments. Your bank can switch them on; otherwise use another card.',
    SUSPENDED_ACCOUNT: 'The bank has blocked this card. Call the bank to unblock it, or use another card.',
    CARD_TYPE_NOT_ACCEPTED:
      'The merchant does not accept this type of card. Use a Visa, Mastercard or American Express card.',
    ISSUER_UNAVAILABLE: 'Your card’s bank isn’t responding right now. Wait a few minutes.',
    GENERAL_DECLINE: 'Your bank declined without giving a reason. Call your bank, or use another card.',
    RISK_DECLINE: 'This payment did not pass the security checks. Use another card or talk to the merchant.',
    CONFIGURATION:
      'Card payments are not available at this merchant right now. Tell the merchant, or pay another way.',
    GATEWAY_ERROR: 'The payment could not be processed and nothing was charged. Wait a few minutes.',
    NOT_COMPLETED:
      'The payment was interrupted before it was done. If an amount is held, your bank will release it.',
    AMOUNT_MISMATCH:
      'The bank answered for a different amount, so we reversed it. If an amount is held, your bank will release it.',
    CUSTOMER_CANCELLED: 'You cancelled this payment. Nothing was charged.',
  },
  script: {
    cardNumber: 'Card number',
    expiry: 'Expiry date',
    securityCode: 'Security code',
    securityCodeShort: '3 digits on the back',
    securityCodeLong: '4 digits on the front',
    numberMissing: 'Enter the card number.',
    numberWrong: 'Check the number: a digit is missing or wrong.',
    networkRefused: 'This type of card isn’t accepted. Use Visa, Mastercard or American Express.',
    expiryMissing: 'Enter the expiry date.',
    expiryWrong: 'Enter the month and year in digits, for example 09/28.',
    expiryPast: 'This date has passed. Check it.',
    codeMissing: 'Enter the security code.',
    codeWrong: 'Check the security code: a digit is missing.',
    fieldsFailed: 'The card fields couldn’t open. Check your connection, then try again.',
    fieldsRenewed: 'For your security, please enter your card again. Nothing was charged.',
    sending: 'Sending securely…',
    asking: 'Checking with your bank…',
    confirming: 'Confirming the payment…',
    slow: 'This is taking longer than usual. Everything is in hand.',
    confirmingTitle: 'Payment being confirmed',
    confirmingText:
      'Your bank is taking a while to answer. You may close this page: the merchant will be told the result. Do not pay again.',
    returning: 'Done. Taking you back…',
    cancelling: 'Cancelling…',
    doNotClose: 'Keep this page open. You will be charged only once.',
    connectionCut: 'The connection was lost and the payment wasn’t sent. Press Pay again.',
    offline: 'You’re offline. We’ll continue as soon as you’re back online.',
    offlineCard: 'You’re offline. Nothing was charged, and what you typed stays here.',
    offlineCheck: 'You’re offline. The check will reload as soon as you’re back online.',
    backOnline: 'You’re back online. Press Pay again.',
    overOffline: {
      title: 'Payment processed, you’re offline',
      text: 'Your payment is finished and recorded; do not pay again. Reconnect to see the result.',
    },
    unavailable: 'The card network isn’t responding right now. Nothing was charged. Try again in a moment.',
    cardAgain: 'Your card could not be read. Check it, then try again.',
    cancelFailed: 'The payment couldn’t be cancelled. Try again in a moment.',
    minutesLeft: 'You have {minutes} minutes left to pay.',
    oneMinuteLeft: 'You have one minute left to pay.',
    timeLeft: 'Time left: {time}',
    copied: 'Copied',
  },
}
