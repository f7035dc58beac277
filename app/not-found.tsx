/** Never shown: every unknown address has a page of its part of the shop. In place of the framework's own, which every page would carry. */
export default function NotFound() {
  return null
}
