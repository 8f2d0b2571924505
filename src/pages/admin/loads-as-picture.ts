/** A learner does not wait longer either. */
const patienceInMs = 10_000

/** Whether this browser can show the picture at an address. */
export function loadsAsPicture(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const picture = new Image()
    setTimeout(() => resolve(false), patienceInMs)
    picture.addEventListener('load', () => resolve(true))
    picture.addEventListener('error', () => resolve(false))
    picture.src = address
  })
}
