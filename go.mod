module redline

go 1.26.8

ignore ./frontend/node_modules
