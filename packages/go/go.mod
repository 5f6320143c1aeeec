module postline

go 1.19
