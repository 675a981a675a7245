// Adds a copy button to each code block. The guides also work without this script.
const { copy, copied } = document.documentElement.dataset

for (const block of navigator.clipboard ? document.querySelectorAll('.code') : []) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = copy
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent)
    button.textContent = copied
    setTimeout(() => {
      button.textContent = copy
    }, 2000)
  })
  block.append(button)
}
