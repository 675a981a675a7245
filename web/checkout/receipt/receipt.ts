// The buttons of a receipt: share, print, and copy the reference. Without this script the page offers WhatsApp only.
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

shareReceipt()
printReceipt()
copyReference()
