// The buttons of a receipt: share, print, and copy the reference; and the payer's own hour. Without this script the page offers WhatsApp
// only.
const button = (id: string) => document.getElementById(id)

function shareReceipt(): void {
  const share = button('share')
  if (!share || navigator.share === undefined) return
  share.hidden = false
  button('whatsapp')?.remove()
  const { title = '', text = '', url = '' } = share.dataset
  // Closing the share sheet is not a failure.
  share.addEventListener('click', () => navigator.share({ title, text, url }).catch(() => {}))
}

function printReceipt(): void {
  const print = button('print')
  if (!print) return
  print.hidden = false
  print.addEventListener('click', () => window.print())
}

function copyReference(): void {
  const copy = button('copy')
  if (!copy || navigator.clipboard === undefined) return
  copy.hidden = false
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(copy.dataset.copy ?? '')
    const announcer = button('announcer')
    if (announcer) announcer.textContent = copy.dataset.copied ?? ''
    copy.classList.add('copied')
  })
}

/** A receipt keeps the hour of the shop. Whose device shows another one sees that, too, of 24 as well; paper does not. */
function showOwnTime(): void {
  const line = button('own-time')
  const shown = document.querySelector('time')
  if (!line || !shown) return
  const paidAt = new Date(shown.dateTime)
  const hour = (timeZone?: string) =>
    new Intl.DateTimeFormat(document.documentElement.lang, {
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      ...(timeZone && { timeZone }),
    }).format(paidAt)
  if (hour() === hour(shown.dataset.zone)) return
  line.textContent = (line.dataset.text ?? '').replace('{time}', hour())
  line.hidden = false
}

shareReceipt()
printReceipt()
showOwnTime()
copyReference()
