// The card token that the card fields of the checkout page return.

/** @param simulators address of the simulated gateway. @param jwt the capture context of the payment. */
export async function cardToken(simulators: string, jwt: string): Promise<string> {
  const card = {
    number: '4242424242424242',
    securityCode: '123',
    expirationMonth: '12',
    expirationYear: '2030',
  }
  const response = await fetch(`${simulators}/sandbox/microform/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jwt, ...card }),
  })
  return ((await response.json()) as { transient_token: string }).transient_token
}
