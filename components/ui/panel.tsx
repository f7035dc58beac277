import type { ComponentProps, ElementType } from 'react'

export function Panel({ as: Tag = 'section', className, ...rest }: ComponentProps<'div'> & { as?: ElementType }) {
  return <Tag {...rest} className={className ? `panel ${className}` : 'panel'} />
}
