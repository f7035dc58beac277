import { useTag } from '#components/ui/use-tag.ts'

/** How many there are, written as the language writes large numbers. */
export function FormattedNumber({ value }: { value: number }) {
  const tag = useTag()

  return <bdi>{new Intl.NumberFormat(tag).format(value)}</bdi>
}
