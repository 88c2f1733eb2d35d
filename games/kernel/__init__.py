"""The kernel: cards, menus, house rules, and the contract that every game fulfils. The standard library only.

Read `contract` first: `Game` is all that the table, the bots, the records and the tests know of a game.
"""
