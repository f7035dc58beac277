/** Never shown: the languages have their own. In place of the one by the framework, which every page would carry. */
export default function NotFound() {
  return null
}
