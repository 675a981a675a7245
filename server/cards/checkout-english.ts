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
  retry: 'Try again',
  trust:
    'Your card number is encrypted and goes straight to the card network. Neither the merchant nor Mosolo can see it.',
  verification: 'Check by your bank',
  verificationText: 'Your bank asks you to confirm this payment.',
  otherCard: 'Use another card',
  elsewhere: {
    title: 'Payment under way in another tab',
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
  momentText: 'Your bank has answered. We are finishing your payment.',
  success: {
    title: 'Payment successful',
    text: 'Thank you. The merchant has been told. You can close this page; keep the reference below.',
  },
  failed: { title: 'The payment did not go through', text: 'Your order is not paid.' },
  cancelled: {
    title: 'Payment cancelled',
    text: 'Nothing was charged. To pay later, go back to the merchant and start again.',
  },
  confirming: {
    title: 'We are confirming your payment',
    text: 'Your bank is slow to answer. This page updates by itself; do not pay a second time.',
  },
  refresh: 'Refresh',
  paidTo: 'Merchant',
  amount: 'Amount',
  transaction: 'Transaction',
  back: 'Back to the merchant',
  ends: {
    expired: {
      title: 'This link has expired',
      text: 'The time to pay is over and nothing was charged. Go back to the merchant for a new link.',
    },
    cancelled: {
      title: 'Payment cancelled',
      text: 'This payment was cancelled and nothing was charged. To pay, go back to the merchant and start again.',
    },
    not_found: {
      title: 'Payment not found',
      text: 'This link leads to no payment. Check that you copied all of it, or ask the merchant for it again.',
    },
    forbidden: {
      title: 'This link is not valid',
      text: 'The address is incomplete or was changed. Open the link exactly as the merchant gave it to you.',
    },
    unavailable: {
      title: 'Service briefly unavailable',
      text: 'We cannot open this payment right now. Wait a minute, then reload this page. If you had already confirmed the payment, do not pay elsewhere before you have seen the result here.',
    },
  },
  refusals: {
    AUTHENTICATION_FAILED:
      'Your bank could not confirm that it is you. Check that your phone receives the bank’s codes, then start again.',
    NON_3DS:
      'This card was not checked by its bank. Ask your bank to switch on secure online payment, or use another card.',
    REVIEW:
      'This payment was not accepted after a check. If an amount is held, your bank will release it. Use another card or talk to the merchant.',
    INSUFFICIENT_FUND: 'There is not enough money available on the card. Top it up or use another card.',
    EXPIRED_CARD: 'This card is no longer valid. Use another card or ask your bank for a new one.',
    STOLEN_LOST_CARD:
      'Your bank no longer allows this card. Call the number on the back of it, or use another card.',
    INVALID_CVN:
      'The security code does not match the card. Read the 3 digits on the back again (4 on the front for American Express), then start again.',
    INVALID_ACCOUNT:
      'The bank does not know this card number. Read it again digit by digit, then start again.',
    EXCEEDS_CREDIT_LIMIT: 'The card has reached its limit. Ask your bank to raise it, or use another card.',
    UNAUTHORIZED_CARD:
      'This card is not allowed for online payments. Your bank can switch them on; otherwise use another card.',
    SUSPENDED_ACCOUNT: 'The bank has blocked this card. Call the bank to unblock it, or use another card.',
    CARD_TYPE_NOT_ACCEPTED:
      'The merchant does not accept this type of card. Use a Visa, Mastercard or American Express card.',
    ISSUER_UNAVAILABLE:
      'The bank of your card does not answer right now. Wait a few minutes, then start again.',
    GENERAL_DECLINE:
      'Your bank declined without giving a reason. Call your bank, or start again with another card.',
    RISK_DECLINE: 'This payment did not pass the security checks. Use another card or talk to the merchant.',
    CONFIGURATION:
      'Card payments are not available at this merchant right now. Tell the merchant, or pay another way.',
    GATEWAY_ERROR:
      'The payment could not be processed and nothing was charged. Wait a few minutes, then start again.',
    NOT_COMPLETED:
      'The payment did not go all the way. If an amount is held, your bank will release it. You can start again.',
    AMOUNT_MISMATCH:
      'The bank answered for another amount and we took it all back. If an amount is held, your bank will release it.',
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
    networkRefused: 'This card is not accepted. Use Visa, Mastercard or American Express.',
    expiryMissing: 'Enter the expiry date.',
    expiryWrong: 'Enter the month and year, for example 09/28.',
    expiryPast: 'This date has passed. Check it.',
    codeMissing: 'Enter the security code.',
    codeWrong: 'Check the security code: a digit is missing.',
    fieldsFailed: 'The card fields could not open. Check your connection, then try again.',
    fieldsRenewed: 'For your security, please enter your card again. Nothing was charged.',
    sending: 'Sending securely…',
    asking: 'We are asking your bank…',
    confirming: 'Confirming the payment…',
    slow: 'This takes longer than usual. Everything is under way.',
    returning: 'Done. We are taking you back…',
    cancelling: 'Cancelling…',
    doNotClose: 'Keep this page open. You will be charged only once.',
    connectionCut: 'The connection was cut and the payment was not sent. You can try again.',
    offline: 'You are offline. We will go on as soon as the network is back.',
    unavailable: 'The card network does not answer. Nothing was charged. Try again in a moment.',
    cardAgain: 'Your card could not be read. Check it, then try again.',
    cancelFailed: 'The payment could not be cancelled. Try again in a moment.',
    minutesLeft: 'You have {minutes} minutes left to pay.',
    oneMinuteLeft: 'You have one minute left to pay.',
    timeLeft: 'Time left: {time}',
    copied: 'Copied',
  },
}
