// The pictograms of the menu: strokes of 24 by 24, drawn by `Drawing` and hidden from screen readers.
export const icons = {
  home: 'M4 11 12 4l8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z',
  payments: 'M5 6h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zM3 10h18M7 14h3',
  links:
    'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.700-5.700l-1.500 1.500M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.700 5.700l1.500-1.500',
  till: 'M7 3h10a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM9 7h6M9 12h.01M12 12h.01M15 12h.01M9 16h.01M12 16h.01M15 16h.01',
  transfers: 'M4 8h15m-4-4 4 4-4 4M20 16H5m4-4-4 4 4 4',
  batches: 'm12 4 9 4-9 4-9-4zM3 12l9 4 9-4M3 16l9 4 9-4',
  wallet: 'M4 7h15a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zm0 0V6a1 1 0 0 1 1-1h11M16 13h.01',
  balance: 'm4 9 8-5 8 5zM6 9v8M10 9v8M14 9v8M18 9v8M4 20h16M5 17h14',
  developers: 'm8 7-5 5 5 5M16 7l5 5-5 5M14 5l-4 14',
  test: 'M9 3h6M10 3v6L5 18a2 2 0 0 0 2 3h10a2 2 0 0 0 2-3l-5-9V3M8 15h8',
  settings:
    'M4 7h8M18 7h2M4 17h2M12 17h8M15 4a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM9 14a3 3 0 1 1 0 6 3 3 0 0 1 0-6z',
  account: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4 20c1-3 4-5 8-5s7 2 8 5',
} as const
