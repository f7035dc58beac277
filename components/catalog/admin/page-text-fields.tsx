import { useTranslations } from 'next-intl'
import { AreaField, TextField } from '#components/ui/field.tsx'
import {
  PAGE_TEXT_LENGTHS,
  type PageTextKind,
  type PageValues,
  PLACEHOLDERS,
  pageTextLength,
  pageTextProblem,
  strangePlaceholder,
} from '#lib/catalog/rules/page-text.ts'

/** What the page of a destination tells search engines in a language, with the words that hold where nobody wrote any. */
export type PageTextLanguage = { locale: string; usual: Record<PageTextKind, string> | null; values: PageValues }

/** The placeholders as they are typed, for sentences that explain them. */
export const TYPED_PLACEHOLDERS = Object.fromEntries(PLACEHOLDERS.map((name) => [name, `{${name}}`]))

type PageTextFieldsProps = {
  language: PageTextLanguage
  labelOf: (key: string) => string
  text: (key: string) => string
  onType: (key: string, typed: string) => void
}

/** The title and the description of one language, each with its length as it is typed. */
export function PageTextFields({ language: { locale, usual, values }, labelOf, text, onType }: PageTextFieldsProps) {
  const t = useTranslations('admin-catalogue.own')

  return (Object.keys(PAGE_TEXT_LENGTHS) as PageTextKind[]).map((kind) => {
    const id = `${kind}-${locale}`
    const value = text(id)
    const { shown, max } = PAGE_TEXT_LENGTHS[kind]
    const length = value.trim() === '' ? 0 : pageTextLength(value, values)
    const problem = pageTextProblem(kind, value, values)
    const part = strangePlaceholder(value) ?? ''
    const error =
      problem && t(`failed.${problem}`, { most: max, part, names: Object.values(TYPED_PLACEHOLDERS).join(' ') })
    const hint = <span data-over={length > shown}>{t('pageLength', { n: length, shown })}</span>
    const field = { id, label: labelOf(id), error, value, dir: 'auto', placeholder: usual?.[kind] }
    const type = ({ target }: { target: { value: string } }) => onType(id, target.value)

    if (kind === 'pageTitle') return <TextField key={kind} {...field} hint={hint} onChange={type} />

    return <AreaField key={kind} {...field} hint={hint} rows={3} onChange={type} />
  })
}
