// The shop's page: likuta.js puts the card fields into it and pays through the shop's own server.
const form = document.getElementById('card')
const button = form.querySelector('button')

const checkout = window.Likuta({
  proxy: '/pay',
  order: form.dataset.order,
  fields: { number: '#number', securityCode: '#code' },
  expiry: '#expiry',
  placeholders: { number: '1234 5678 9012 3456', securityCode: '123' },
})

const sentences = {
  card_invalid: 'Please check the card number, the date and the security code.',
  card_again: 'Please enter your card again.',
  challenge_closed: 'You closed your bank’s page. Nothing was charged.',
  network: 'No connection. Please try again: you will not be charged twice.',
  expired: 'This payment session has expired. Please enter your card again.',
  order_paid: 'This order is already paid.',
}
const outcomes = {
  SUCCESS: 'Thank you. Your payment was received.',
  FAILED: 'The payment was declined. Nothing was charged.',
  PENDING: 'Payment not confirmed yet. Please do not pay again: we will email you.',
}

checkout.on('renewed', ({ kept }) => say(kept ? '' : 'Please enter your card again.'))
checkout.on('expired', () => {
  say(sentences.expired)
  void run(() => checkout.mount())
})
checkout.on('loadError', () => say('Card payments are unavailable right now. Please reload the page.'))
checkout.on('resumed', () => say('One moment, we are checking your payment.'))
checkout.on('submit', () => form.requestSubmit())
form.addEventListener('submit', (event) => {
  event.preventDefault()
  say('')
  void run(() => checkout.pay())
})
void run(() => checkout.mount())

/** Runs one step and shows what came of it. */
async function run(step) {
  button.disabled = true
  try {
    const outcome = await step()
    if (outcome) return show(outcome)
  } catch (error) {
    console.error(error)
    say(sentences[error.code] ?? 'Something went wrong. Please try again: you will not be charged twice.')
  }
  button.disabled = false
}

/** The page only shows the outcome: goods are shipped when the signed webhook has arrived. */
function show({ status }) {
  say(outcomes[status])
  // Another card may pay what was declined.
  if (status === 'FAILED') return run(() => checkout.mount())
  form.hidden = true
}

function say(text) {
  document.getElementById('notice').textContent = text
}
