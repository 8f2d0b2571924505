const said = document.getElementById('said')

async function act({ path, body, method = 'POST' }) {
  const response = await fetch(path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body }),
  })
  if (response.ok) {
    window.location.reload()
    return
  }
  const { error } = await response.json()
  said.textContent = error.description
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('button[data-path]')
  if (!button) return
  button.disabled = true
  act(button.dataset)
    .catch(() => {
      said.textContent = 'The sandbox did not answer.'
    })
    .finally(() => {
      button.disabled = false
    })
})
