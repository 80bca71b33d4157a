/** src/quincunx/core/drawing.py for the page, made by tools/page_types.py: change it there. */

/** The colours that the page can draw. */
export type Colour = 'red' | 'orange' | 'yellow' | 'green' | 'blue' | 'purple'
