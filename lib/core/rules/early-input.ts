/**
 * A browser that translates a page puts elements of its own in the place of texts. What React takes away or puts something
 * before may be gone by then: the page goes on instead of being given up.
 */
const TRANSLATED = `{
const { removeChild, insertBefore } = Node.prototype
Node.prototype.removeChild = function (node) {
  return node.parentNode === this ? removeChild.call(this, node) : node
}
Node.prototype.insertBefore = function (node, at) {
  return insertBefore.call(this, node, at?.parentNode === this ? at : null)
}
}`

/**
 * Notes what somebody does while a page is being read, long before its scripts have come. It is the one script in a document
 * that the renderer does not write, and the policy of public pages knows it word by word. A form that the browser itself can
 * send is left alone.
 */
export const EARLY_INPUT = `{
const fields = new Map(), early = { fields, pressed: null, stop: () => stop.abort() }, stop = new AbortController()
const listen = (name, on) => addEventListener(name, on, { capture: true, signal: stop.signal })
const note = ({ target }) => fields.delete(target) | fields.set(target, [target.value, target.checked])
listen('input', note)
listen('change', note)
listen('click', (event) => {
  const button = event.target.closest?.('button')
  if (!button || button.form?.hasAttribute('action')) return
  event.preventDefault()
  early.pressed = button
})
window.early = early
}
${TRANSLATED}`
