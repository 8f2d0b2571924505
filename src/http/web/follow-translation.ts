/**
 * Lets React go on in a page that the browser translates. A translation puts a `<font>` in the place of
 * each text, and React knows only the text: to insert before it would end the page, and to change it
 * would show nothing. Whatever text React touches comes back to its place first, for the browser to
 * translate again (docs/decisions/0135).
 *
 * Runs in the page, where it arrives as text: it may use nothing from outside itself.
 */
export function followTranslation(): void {
  const translations = new WeakMap<Node, ChildNode>()
  const comeBack = (text: Node) => {
    const translation = translations.get(text)
    if (translation?.parentNode && !text.parentNode) translation.replaceWith(text)
  }
  const isTranslation = (node?: Node | null) => node?.nodeName === 'FONT'
  const observer = new MutationObserver((records) => {
    for (const record of records) {
      if (record.type === 'characterData') comeBack(record.target)
      const [text] = record.removedNodes
      const around = [record.addedNodes[0], record.previousSibling, record.nextSibling]
      const translation = around.find(isTranslation) as ChildNode | undefined // an element
      if (text?.nodeType !== Node.TEXT_NODE || !translation) continue
      translations.set(text, translation)
      observer.observe(text, { characterData: true })
    }
  })
  observer.observe(document, { childList: true, subtree: true })

  // Where a text cannot come back, as one of several that became one: rather in another place than not
  // at all (https://github.com/facebook/react/issues/11538).
  // oxlint-disable-next-line typescript/unbound-method -- called on their node below
  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.insertBefore = function <T extends Node>(node: T, before: Node | null): T {
    if (before) comeBack(before)
    insertBefore.call(this, node, before?.parentNode === this ? before : null)
    return node
  }
  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    comeBack(child)
    if (child.parentNode === this) removeChild.call(this, child)
    return child
  }
}
