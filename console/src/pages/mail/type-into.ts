/**
 * Replaces a part of a field as if it had been typed, so that the browser can undo it.
 * @param select what is selected then, from and to where in the new text.
 */
export function typeInto(
  field: HTMLTextAreaElement,
  from: number,
  to: number,
  text: string,
  select: readonly [from: number, to: number],
): void {
  field.focus()
  field.setSelectionRange(from, to)
  document.execCommand('insertText', false, text)
  field.setSelectionRange(from + select[0], from + select[1])
}
