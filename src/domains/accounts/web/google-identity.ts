/** Google Identity Services, as far as we use it. */
export interface GoogleIdentity {
  initialize: (options: {
    client_id: string
    /** Comes back inside the credential. */
    nonce: string
    callback: (answer: { credential?: string }) => void
  }) => void
  renderButton: (parent: HTMLElement, options: Record<string, string | number>) => void
}

declare global {
  interface Window {
    google?: { accounts?: { id?: GoogleIdentity } }
  }
}

let loading: Promise<GoogleIdentity> | undefined

/** Loads Google's script once. Rejects when it cannot be had; the next call tries again. */
export function loadGoogleIdentity(scriptUrl: string): Promise<GoogleIdentity> {
  const present = window.google?.accounts?.id
  if (present) return Promise.resolve(present)
  loading ??= loadScript(scriptUrl).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

function loadScript(scriptUrl: string): Promise<GoogleIdentity> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = window.trusted?.createScriptURL(scriptUrl) ?? scriptUrl
    script.async = true
    script.addEventListener('load', () => {
      const identity = window.google?.accounts?.id
      if (identity) resolve(identity)
      else reject(new Error('Google answered something else than its script.'))
    })
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('Google’s script could not be loaded.'))
    })
    document.head.append(script)
  })
}
