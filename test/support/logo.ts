/** A logo in SVG Tiny PS, with parts replaced. */
export function aLogo({ title = 'Shop', viewBox = '0 0 100 100', attributes = '', content = '' } = {}): string {
  const names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
  const root = `<svg ${names} version="1.2" baseProfile="tiny-ps" viewBox="${viewBox}" ${attributes}>`
  return `${root}<title>${title}</title><rect id="p" width="100" height="100" fill="#336699"/>${content}</svg>`
}
